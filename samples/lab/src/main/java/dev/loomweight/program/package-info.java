/**
 * The programs that come with Loomweight, run under capture by {@code launch}: sleepers, sweeps, experiments with servers.
 */
@NullMarked
package dev.loomweight.program;

import org.jspecify.annotations.NullMarked;
