package dev.loomweight.threadcost.sweep;

import dev.loomweight.report.Cell;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** One of the conditions that runs can differ in, as a column of a table. */
enum Factor {
    /** The kind of threads. */
    KIND("kind", "one thread of"),
    /** The target's JDK. */
    JDK("jdk", "JDK"),
    /** Where that JDK is, for two of one version. */
    JAVA("java", "java"),
    /** The collector. */
    COLLECTOR("collector", "collector"),
    /** Whether frames might be inlined. */
    INLINING("inlining", "inlining"),
    /** The stack size of a platform thread. */
    STACK_SIZE("stackSize", "stack size"),
    /** The number of threads. */
    THREADS("threads", "threads"),
    /** The frames below each sleep. */
    DEPTH("depth", "frames");

    private final String id;
    private final String title;

    Factor(String id, String title) {
        this.id = id;
        this.title = title;
    }

    /** The column's key. */
    String id() {
        return id;
    }

    /** The column's heading. */
    String title() {
        return title;
    }

    /** The value. */
    Cell of(Conditions conditions) {
        return switch (this) {
            case KIND -> Cell.text(conditions.kind());
            case JDK -> Cell.text(conditions.jdk());
            case JAVA -> Cell.text(conditions.java());
            case COLLECTOR -> Cell.text(conditions.collector());
            case INLINING -> Cell.text(conditions.inlining() ? "on" : "off");
            case STACK_SIZE -> Cell.bytes(conditions.stackSizeBytes());
            case THREADS -> Cell.count(conditions.threads());
            case DEPTH -> Cell.count(conditions.depth());
        };
    }

    /** The factors to show: those that differ between runs, and the kind always. */
    static List<Factor> shown(Collection<Conditions> all) {
        boolean oneJavaEach = all.stream().map(Conditions::jdk).distinct().count()
                == all.stream().map(Conditions::java).distinct().count();
        return Stream.of(values())
                .filter(factor -> factor == KIND || factor.differs(all))
                .filter(factor -> factor != JAVA || !oneJavaEach)
                .toList();
    }

    /** Whether it has more than one value. */
    boolean differs(Collection<Conditions> all) {
        return all.stream().map(this::of).distinct().count() > 1;
    }
}
