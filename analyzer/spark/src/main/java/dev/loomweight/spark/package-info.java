/**
 * Folds recordings of a fleet on a Spark cluster: lists objects by Hadoop's file systems, folds each where Spark has room,
 * merges the folds, and writes the report of {@code loomweight fleet} and tables in Parquet. Decides nothing about what is
 * in a recording.
 */
@NullMarked
package dev.loomweight.spark;

import org.jspecify.annotations.NullMarked;
