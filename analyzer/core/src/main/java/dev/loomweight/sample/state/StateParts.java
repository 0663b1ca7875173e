package dev.loomweight.sample.state;

/**
 * What a state has gathered of one process, as a fold file has it. The state that is made of it again is merged with what is
 * gathered besides: it is no sample, and stands for none.
 *
 * <p>The list of permitted records is the list of all states that fold files hold.
 */
public sealed interface StateParts permits DelayParts, PinParts, RanParts, RefusalParts, RequestParts, WaitParts {}
