@NullMarked
package dev.loomweight.threadcost.sweep;

import org.jspecify.annotations.NullMarked;
