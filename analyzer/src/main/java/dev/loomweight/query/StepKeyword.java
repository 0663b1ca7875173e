package dev.loomweight.query;

import java.util.Arrays;
import java.util.List;

/** The keywords of the steps of a pipeline. Parser, help and completion use this list. */
public enum StepKeyword {
    /** Filters. */
    WHERE(
            "where CONDITION",
            "keep the rows that satisfy a condition; values are computed as in select",
            "where duration > 2 * avg(duration)",
            "where duration > 20ms and holder ~ \"com.acme\""),
    /** Groups. */
    BY("by FIELD, ...", "one row per group, with the figures of agg", "by holder, reason | agg count, sum duration"),
    /** Groups by time. */
    PER("per TIME [FIELD]", "group by time buckets", "per 1s | agg count, max duration"),
    /** Computes. */
    AGG(
            "agg FUNCTION [FIELD] [as NAME], ...",
            "figures of each group: count sum avg min max median p50 p99 p99.9 distinct first last",
            "agg count, p99 duration as slow"),
    /** Orders. */
    SORT("sort [-]FIELD, ...", "sort the rows; - for descending", "sort -sum, holder"),
    /** Limits. */
    TOP("top N [FIELD]", "the first N rows, or the N largest by a field", "top 10 duration"),
    /** Chooses fields. */
    SELECT(
            "select VALUE [as NAME], ...",
            "some fields only, or values computed with + - * /, also of figures of all rows",
            "select startTime, eventThread.javaName as thread",
            "select startTime, committed - first(committed) as growth",
            "select holder, duration / sum(duration) as share"),
    /** Drops repetitions. */
    DISTINCT("distinct [FIELD, ...]", "remove duplicate rows", "distinct holder, reason"),
    /** Joins. */
    JOIN(
            "join (PIPELINE) on FIELD [= FIELD]",
            "join the rows of another pipeline by equal values; with during in place of on, by overlap in time",
            "join (events jdk.ThreadStart | select eventThread, startTime) on eventThread",
            "join (events jdk.GarbageCollection) during"),
    /** Counts by buckets. */
    HISTOGRAM(
            "histogram [FIELD] [N]",
            "counts by buckets of a field, N at most (usually 20); without a field, of duration",
            "histogram duration",
            "histogram allocationSize 10"),
    /** Summarizes. */
    SUMMARY(
            "summary",
            "a row for each field: values, missing, distinct, min, quartiles, mean, max; of text the most frequent",
            "select duration, reason | summary"),
    /** Counts pairs. */
    CROSSTAB("crosstab FIELD by FIELD", "counts of pairs of values, with totals", "crosstab holder by reason"),
    /** Describes. */
    DESCRIBE("describe", "a row for each field: kind, unit, values, missing", "describe"),
    /** Draws; the caller shows the chart. */
    PLOT("plot [-o FILE.html]", "a chart, here or as a page", "per 1s | agg count | plot"),
    /** Saves; the caller writes the file. */
    SAVE("save FILE", "write csv, json, md or html, according to the file name", "save pins.csv");

    /** All of them. */
    public static final List<StepKeyword> ALL = List.of(values());

    private final String synopsis;
    private final String summary;
    /** Lines. */
    private final String examples;

    StepKeyword(String synopsis, String summary, String... examples) {
        this.synopsis = synopsis;
        this.summary = summary;
        this.examples = String.join("\n", examples);
    }

    /** The keyword, in lower case. */
    public String word() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    /** How it is written. */
    public String synopsis() {
        return synopsis;
    }

    /** What it does, in one line. */
    public String summary() {
        return summary;
    }

    /** Examples. */
    public List<String> examples() {
        return examples.lines().toList();
    }

    /** All keywords. */
    public static List<String> words() {
        return Arrays.stream(values()).map(StepKeyword::word).toList();
    }

    /** The names of the functions of {@code agg}. */
    public static List<String> functions() {
        return List.of(
                "count", "sum", "avg", "min", "max", "median", "p50", "p90", "p95", "p99", "distinct", "first", "last");
    }
}
