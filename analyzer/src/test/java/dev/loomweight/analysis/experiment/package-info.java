@NullMarked
package dev.loomweight.analysis.experiment;

import org.jspecify.annotations.NullMarked;
