@org.jspecify.annotations.NullMarked
package dev.loomweight.analysis.live;
