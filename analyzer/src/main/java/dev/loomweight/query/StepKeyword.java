package dev.loomweight.query;

import java.util.Arrays;
import java.util.List;

/** The words that begin a step of a pipeline: parser, help and completion take them from here. */
public enum StepKeyword {
    /** Filters. */
    WHERE("where CONDITION", "only rows that pass", "where duration > 20ms and holder ~ \"com.acme\""),
    /** Groups. */
    BY("by FIELD, ...", "one row per group; agg says what of it", "by holder, reason | agg count, sum duration"),
    /** Groups by time. */
    PER("per TIME [FIELD]", "groups by buckets of time", "per 1s | agg count, max duration"),
    /** Computes. */
    AGG(
            "agg FUNCTION [FIELD] [as NAME], ...",
            "figures of each group: count sum avg min max median p50 p99 p99.9 distinct first last",
            "agg count, p99 duration as slow"),
    /** Orders. */
    SORT("sort [-]FIELD, ...", "orders rows; - for the largest first", "sort -sum, holder"),
    /** Cuts. */
    TOP("top N [FIELD]", "the first rows, or those with the largest values", "top 10 duration"),
    /** Chooses fields. */
    SELECT("select FIELD [as NAME], ...", "some fields only", "select startTime, eventThread.javaName as thread"),
    /** Drops repetitions. */
    DISTINCT("distinct [FIELD, ...]", "each different row once", "distinct holder, reason"),
    /** Looks up. */
    JOIN(
            "join (PIPELINE) on FIELD [= FIELD]",
            "the rows of another pipeline beside these",
            "join (events jdk.ThreadStart | select eventThread, startTime) on eventThread"),
    /** Summarizes. */
    SUMMARY(
            "summary",
            "a row for each field: values, missing, distinct, min, quartiles, mean, max; of text the most frequent",
            "select duration, reason | summary"),
    /** Counts pairs. */
    CROSSTAB("crosstab FIELD by FIELD", "counts of pairs of values, with totals", "crosstab holder by reason"),
    /** Describes. */
    DESCRIBE("describe", "a row for each field: kind, unit, values, missing", "describe"),
    /** Draws; what it draws is for the door to show. */
    PLOT("plot [-o FILE.html]", "a chart here, or in the browser", "per 1s | agg count | plot"),
    /** Writes; the door does. */
    SAVE("save FILE", "writes csv, json, md or html, by the file's ending", "save pins.csv");

    /** All of them. */
    public static final List<StepKeyword> ALL = List.of(values());

    private final String synopsis;
    private final String summary;
    private final String example;

    StepKeyword(String synopsis, String summary, String example) {
        this.synopsis = synopsis;
        this.summary = summary;
        this.example = example;
    }

    /** The word, in lower case. */
    public String word() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    /** How it is written. */
    public String synopsis() {
        return synopsis;
    }

    /** What it does, in a few words. */
    public String summary() {
        return summary;
    }

    /** How it is used. */
    public String example() {
        return example;
    }

    /** All words. */
    public static List<String> words() {
        return Arrays.stream(values()).map(StepKeyword::word).toList();
    }

    /** The names of the functions of {@code agg}. */
    public static List<String> functions() {
        return List.of(
                "count", "sum", "avg", "min", "max", "median", "p50", "p90", "p95", "p99", "distinct", "first", "last");
    }
}
