@NullMarked
package dev.loomweight.experiment.sweep;

import org.jspecify.annotations.NullMarked;
