@NullMarked
package dev.loomweight.samples.experiment.server;

import org.jspecify.annotations.NullMarked;
