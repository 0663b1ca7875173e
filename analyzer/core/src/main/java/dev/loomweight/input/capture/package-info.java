/**
 * Captures on disk: which files of a folder are which source, and what the collector itself wrote.
 */
@NullMarked
package dev.loomweight.input.capture;

import org.jspecify.annotations.NullMarked;
