/** The programs that come with Loomweight, run under capture: sleepers, sweeps, experiments with their servers. */
@NullMarked
package dev.loomweight.program;

import org.jspecify.annotations.NullMarked;
