/**
 * Captures on disk: which files of a folder are which source, and what the collector itself wrote.
 */
@NullMarked
package dev.loomweight.source.capture;

import org.jspecify.annotations.NullMarked;
