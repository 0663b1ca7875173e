@org.jspecify.annotations.NullMarked
package dev.loomweight.live;
