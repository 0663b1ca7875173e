package dev.loomweight.memory.threadcost.site;

import dev.loomweight.report.Amounts;
import dev.loomweight.sample.Dumps.WeighedThreads.Local;

/** What hangs on a ThreadLocal, in words. */
final class LocalWords {

    private static final String SUPPLIED = "java.lang.ThreadLocal$SuppliedThreadLocal";
    private static final String KEY_GONE = "(its key is gone)";
    private static final String NOT_FOUND = "(place not found)";

    private LocalWords() {}

    /** Where the program has it: a static field, or the path. */
    static String place(Local local) {
        if (local.isKeyGone()) {
            return KEY_GONE;
        }
        return local.path().isEmpty() ? NOT_FOUND : String.join(" > ", local.path());
    }

    /** Its class; empty where it was collected. */
    static String type(Local local) {
        return local.type().equals(SUPPLIED) ? "ThreadLocal.withInitial" : local.type();
    }

    /** The class of a value, and of what most of its bytes are. */
    static String value(Local local) {
        return local.value().isEmpty() || local.value().equals(local.content())
                ? local.content()
                : local.value() + ", most of it " + local.content();
    }

    /** A sentence on it, with what becomes of it where its key is gone. */
    static String sentence(LocalWeight weight) {
        Local local = weight.local();
        StringBuilder words = new StringBuilder(subject(local))
                .append(Amounts.bytes(weight.all()))
                .append(": ")
                .append(value(local));
        if (weight.threads() > 0) {
            words.append(", in ").append(Amounts.count(weight.threads(), "thread"));
            words.append(weight.names().isEmpty() ? "" : " named " + SiteWeight.words(weight.names()));
        }
        if (weight.shared() > 0) {
            words.append(", ").append(Amounts.bytes(weight.shared())).append(" of it shared by several");
        } else if (weight.threads() > 1) {
            words.append(", ")
                    .append(Amounts.bytes(weight.bytes() / weight.threads()))
                    .append(" each");
        }
        return words.append(
                        local.isKeyGone()
                                ? ". The ThreadLocal was collected; its values stay until their thread ends or uses other"
                                        + " thread-locals."
                                : ".")
                .toString();
    }

    private static String subject(Local local) {
        if (local.isKeyGone()) {
            return "Thread-locals whose key is gone hold ";
        }
        String type = " (" + type(local) + ")";
        if (local.path().isEmpty()) {
            return "A ThreadLocal" + type + ", whose place in the program was not found, holds ";
        }
        return "The ThreadLocal " + (local.path().size() == 1 ? "in the static field " : "at ") + place(local) + type
                + " holds ";
    }
}
