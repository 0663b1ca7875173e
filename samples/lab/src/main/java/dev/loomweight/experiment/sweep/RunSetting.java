package dev.loomweight.experiment.sweep;

import dev.loomweight.report.Cell;
import dev.loomweight.report.Rows;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** A setting in which runs can differ, as a column of a table. */
enum RunSetting {
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

    RunSetting(String id, String title) {
        this.id = id;
        this.title = title;
    }

    /** The value. */
    Cell of(RunSettings settings) {
        return switch (this) {
            case KIND -> Cell.text(settings.kind());
            case JDK -> Cell.text(settings.jdk());
            case JAVA -> Cell.text(settings.java());
            case COLLECTOR -> Cell.text(settings.collector());
            case INLINING -> Cell.text(settings.inlining() ? "on" : "off");
            case STACK_SIZE -> Cell.bytes(settings.stackSizeBytes());
            case THREADS -> Cell.count(settings.threads());
            case DEPTH -> Cell.count(settings.depth());
        };
    }

    /** With a column for each of some settings of what a row shows. */
    static <T> Rows<T> columns(List<RunSetting> shown, Rows<T> rows, Function<T, RunSettings> settings) {
        Rows<T> more = rows;
        for (RunSetting setting : shown) {
            more = more.column(setting.id, setting.title, thing -> setting.of(settings.apply(thing)));
        }
        return more;
    }

    /** The settings to show: those that differ between runs, and always the kind. */
    static List<RunSetting> shown(Collection<RunSettings> all) {
        boolean oneJavaEach = all.stream().map(RunSettings::jdk).distinct().count()
                == all.stream().map(RunSettings::java).distinct().count();
        return Stream.of(values())
                .filter(setting -> setting == KIND || setting.differs(all))
                .filter(setting -> setting != JAVA || !oneJavaEach)
                .toList();
    }

    /** Whether it has more than one value. */
    boolean differs(Collection<RunSettings> all) {
        return all.stream().map(this::of).distinct().count() > 1;
    }
}
