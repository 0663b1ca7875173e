@NullMarked
package dev.loomweight.mcp;

import org.jspecify.annotations.NullMarked;
