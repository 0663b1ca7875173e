package dev.loomweight.analysis.sweep;

import dev.loomweight.report.Cell;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** One of the conditions that runs can differ in, as a column of a table. */
enum Factor {
    /** The kind of threads. */
    KIND("kind", "one thread of", conditions -> Cell.text(conditions.kind())),
    /** The target's JDK. */
    JDK("jdk", "JDK", conditions -> Cell.text(conditions.jdk())),
    /** Where that JDK is, for two of one version. */
    JAVA("java", "java", conditions -> Cell.text(conditions.java())),
    /** The collector. */
    COLLECTOR("collector", "collector", conditions -> Cell.text(conditions.collector())),
    /** Whether frames might be inlined. */
    INLINING("inlining", "inlining", conditions -> Cell.text(conditions.inlining() ? "on" : "off")),
    /** The stack size of a platform thread. */
    STACK_SIZE("stackSize", "stack size", conditions -> Cell.bytes(conditions.stackSizeBytes())),
    /** The number of threads. */
    THREADS("threads", "threads", conditions -> Cell.count(conditions.threads())),
    /** The frames below each sleep. */
    DEPTH("depth", "frames", conditions -> Cell.count(conditions.depth()));

    private final String id;
    private final String title;
    private final Function<Conditions, Cell> cell;

    Factor(String id, String title, Function<Conditions, Cell> cell) {
        this.id = id;
        this.title = title;
        this.cell = cell;
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
        return cell.apply(conditions);
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
        return all.stream().map(cell).distinct().count() > 1;
    }
}
