/** Programs that show known faults of the JDK: on a build that has the fault they hang, on one without it they end. */
@NullMarked
package dev.loomweight.samples.faults;

import org.jspecify.annotations.NullMarked;
