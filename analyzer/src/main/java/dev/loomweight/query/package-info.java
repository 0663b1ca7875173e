/**
 * Tables of events and of reports, and the pipelines and SQL over them: {@code where}, {@code by}, {@code agg}, {@code
 * sort} and the rest, as {@code docs/repl.md} describes them. Knows no terminal and prints nothing.
 */
@NullMarked
package dev.loomweight.query;

import org.jspecify.annotations.NullMarked;
