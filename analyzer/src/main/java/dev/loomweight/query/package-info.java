/**
 * Queries over tables of events and of reports: pipelines ({@code where}, {@code by}, {@code agg} ...) and SQL, as {@code
 * docs/repl.md} describes them. Prints nothing.
 */
@NullMarked
package dev.loomweight.query;

import org.jspecify.annotations.NullMarked;
