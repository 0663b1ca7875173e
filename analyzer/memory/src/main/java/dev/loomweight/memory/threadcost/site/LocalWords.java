package dev.loomweight.memory.threadcost.site;

import dev.loomweight.report.Amounts;
import dev.loomweight.sample.Dumps.WeighedThreads.Local;

/** What hangs on a ThreadLocal, in words. */
final class LocalWords {

    private static final String SUPPLIED = "java.lang.ThreadLocal$SuppliedThreadLocal";
    private static final String KEY_GONE = "(its key is gone)";
    private static final String NO_PATH = "(no path to it)";

    private LocalWords() {}

    /** Where the program has it: a static field, or the path. */
    static String place(Local local) {
        if (local.isKeyGone()) {
            return KEY_GONE;
        }
        return local.path().isEmpty() ? NO_PATH : String.join(" > ", local.path());
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

    /** A sentence on it. */
    static String sentence(LocalWeight weight) {
        Local local = weight.local();
        StringBuilder words = new StringBuilder(Amounts.bytes(weight.all()));
        if (local.isKeyGone()) {
            words.append(" are values of thread-locals whose key is gone");
        } else if (local.path().isEmpty()) {
            words.append(" are values of a ").append(type(local)).append(" to which the heap dump has no path");
        } else {
            words.append(local.path().size() == 1 ? " hang on the static field " : " hang on the thread-local ")
                    .append(place(local))
                    .append(" (")
                    .append(type(local))
                    .append(')');
        }
        words.append(": ").append(value(local));
        if (weight.threads() > 0) {
            words.append(", in ").append(Amounts.count(weight.threads(), "thread"));
            words.append(weight.named().names().isEmpty() ? "" : " named " + weight.named().words());
            words.append(", ").append(Amounts.bytes(weight.bytes() / weight.threads())).append(" each");
        }
        if (weight.shared() > 0) {
            words.append(", ").append(Amounts.bytes(weight.shared())).append(" of it shared by several threads");
            words.append(
                    weight.threads() > 0 || weight.named().names().isEmpty()
                            ? ""
                            : " named " + weight.named().words());
        }
        words.append('.');
        if (local.isKeyGone()) {
            words.append(" Their ThreadLocal was collected, and the values stay until a thread ends or uses other"
                    + " thread-locals.");
        }
        return words.toString();
    }
}
