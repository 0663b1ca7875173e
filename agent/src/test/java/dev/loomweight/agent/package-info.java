@NullMarked
package dev.loomweight.agent;

import org.jspecify.annotations.NullMarked;
