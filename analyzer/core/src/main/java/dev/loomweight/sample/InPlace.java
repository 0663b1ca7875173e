package dev.loomweight.sample;

/**
 * A record whose components fold files hold as if they were those of the record that has it: what was grouped after the
 * first files were written. Never null.
 */
public interface InPlace {}
