package dev.loomweight.report;

/** A piece of a report that a renderer knows how to show. */
public sealed interface Block permits Bars, Graph, Note, Series, StackTree, Table {

    /** The block's key in machine-readable forms: lower camel case, unique within its section, stable over releases. */
    String id();
}
