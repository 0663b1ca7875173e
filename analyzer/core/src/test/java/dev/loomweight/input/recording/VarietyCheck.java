package dev.loomweight.input.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.source.recording.fixture.variety.AllTypes;
import dev.loomweight.source.recording.fixture.variety.Texts;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.Name;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/** Holds a recording of great variety to what was written: the values that its program committed come back. */
final class VarietyCheck {

    /** Events that every JDK writes when the program runs. */
    private static final List<String> OF_EVERY_JDK = List.of(
            "jdk.ActiveSetting",
            "jdk.CPULoad",
            "jdk.ClassDefine",
            "jdk.FileRead",
            "jdk.FileWrite",
            "jdk.GCHeapSummary",
            "jdk.GarbageCollection",
            "jdk.JavaErrorThrow",
            "jdk.JavaExceptionThrow",
            "jdk.JavaMonitorEnter",
            "jdk.JavaMonitorWait",
            "jdk.MetaspaceSummary",
            "jdk.ObjectAllocationInNewTLAB",
            "jdk.ObjectAllocationOutsideTLAB",
            "jdk.SocketRead",
            "jdk.SocketWrite",
            "jdk.ThreadAllocationStatistics",
            "jdk.ThreadDump",
            "jdk.ThreadEnd",
            "jdk.ThreadPark",
            "jdk.ThreadStart",
            "fixture.Bare",
            "fixture.Deep",
            "fixture.Dynamic",
            "fixture.Größe_$1.織",
            "fixture.Lambda",
            "fixture.Mentions",
            "fixture.Native",
            "fixture.Periodic",
            "fixture.Timed");

    private final List<RecordedEvent> events;

    private VarietyCheck(Path file) throws IOException {
        events = RecordingFile.readAllEvents(file);
    }

    /** Asserts all of it. */
    static void check(Path file) throws IOException, IllegalAccessException {
        VarietyCheck check = new VarietyCheck(file);
        check.everyValueComesBack();
        check.everyTextComesBack();
        check.theDeepStackIsCut();
        check.endedThreadsAreForgotten();
        assertThat(check.events.stream()
                        .map(event -> event.getEventType().getName())
                        .collect(Collectors.toSet()))
                .containsAll(OF_EVERY_JDK)
                .doesNotContain("fixture.Disabled");
    }

    private void everyValueComesBack() throws IllegalAccessException {
        Thread main = new Thread("main");
        List<List<@Nullable Object>> written = new ArrayList<>();
        for (AllTypes row : AllTypes.rows(main)) {
            written.add(values(row));
        }
        List<List<@Nullable Object>> read =
                of(AllTypes.NAME).map(VarietyCheck::values).toList();

        assertThat(read.subList(0, written.size())).isEqualTo(written);
        assertThat(read.subList(written.size(), read.size())).isEqualTo(written);
    }

    private void everyTextComesBack() {
        List<@Nullable String> written = new ArrayList<>();
        for (int chunk = 0; chunk < 2; chunk++) {
            Texts.ALL.forEach(text -> {
                for (int i = 0; i < 3; i++) {
                    written.add(text);
                }
            });
        }
        List<@Nullable String> read = new ArrayList<>();
        of(Texts.NAME).forEach(event -> read.add(event.getString("text")));

        assertThat(read).isEqualTo(written);
    }

    private void theDeepStackIsCut() {
        assertThat(of("fixture.Deep")).allSatisfy(event -> {
            assertThat(event.getStackTrace().isTruncated()).isTrue();
            assertThat(event.getStackTrace().getFrames()).hasSize(64);
        });
    }

    private void endedThreadsAreForgotten() {
        List<@Nullable String> mentioned = new ArrayList<>();
        mentions("ended").forEach(event -> mentioned.add(name(event.getThread("thread"))));

        // Before 21, an ended thread has no number by which an event could name it, even in the chunk of its end.
        assertThat(mentioned).hasSize(2).last().isNull();
        assertThat(mentions("ending").map(event -> name(event.getThread()))).containsExactly("ended");
        assertThat(mentions("child").map(event -> name(event.getThread()))).containsExactly("child 大きい");
    }

    private Stream<RecordedEvent> mentions(String state) {
        return of("fixture.Mentions").filter(event -> event.getString("state").equals(state));
    }

    private Stream<RecordedEvent> of(String type) {
        // Events that need a buffer of their own get into the file before or after their neighbours.
        return events.stream()
                .filter(event -> event.getEventType().getName().equals(type))
                .sorted(Comparator.comparing(RecordedEvent::getStartTime));
    }

    private static List<@Nullable Object> values(AllTypes row) throws IllegalAccessException {
        List<@Nullable Object> values = new ArrayList<>();
        for (Field field : fields()) {
            field.setAccessible(true);
            values.add(
                    switch (field.get(row)) {
                        case Thread thread -> thread.getName();
                        case Class<?> type -> type.getName();
                        case null -> null;
                        case Object value -> value;
                    });
        }
        return values;
    }

    private static List<@Nullable Object> values(RecordedEvent event) {
        List<@Nullable Object> values = new ArrayList<>();
        for (Field field : fields()) {
            Name name = field.getAnnotation(Name.class);
            Object value = event.getValue(name == null ? field.getName() : name.value());
            values.add(
                    switch (value) {
                        case RecordedThread thread -> thread.getJavaName();
                        case RecordedClass type -> type.getName();
                        case null -> null;
                        case Object other -> other;
                    });
        }
        return values;
    }

    private static List<Field> fields() {
        Set<Class<?>> written = Set.of(String.class, Class.class, Thread.class);
        List<Field> fields = new ArrayList<>();
        for (Field field : AllTypes.class.getDeclaredFields()) {
            // The recorder of this JVM may have added transient ones.
            boolean added = Modifier.isTransient(field.getModifiers()) || Modifier.isStatic(field.getModifiers());
            if (!added && (field.getType().isPrimitive() || written.contains(field.getType()))) {
                fields.add(field);
            }
        }
        return fields;
    }

    private static @Nullable String name(@Nullable RecordedThread thread) {
        return thread == null ? null : thread.getJavaName();
    }
}
