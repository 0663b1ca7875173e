package dev.loomweight.samples;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/**
 * What a recording holds of virtual threads that kept their carriers, or were refused one.
 *
 * @param jdk the JDK that wrote it, by the fields of its events
 * @param events the events in the order of the file
 * @param names the names of the virtual threads that ran, by their numbers
 */
record RecordedEvents(Site.Jdk jdk, List<RecordedEvent> events, Map<Long, String> names) {

    private static final String PINNED = "jdk.VirtualThreadPinned";
    private static final String SUBMIT_FAILED = "jdk.VirtualThreadSubmitFailed";
    /** What a class is locked by while it is linked or initialized. */
    private static final Set<String> CLASS_LOCK = Set.of("[I", "int[]");

    private static final Set<String> ON_VIRTUAL_THREADS = Set.of(PINNED, "jdk.JavaMonitorEnter", "jdk.JavaMonitorWait");

    static RecordedEvents of(Path recording) throws IOException {
        List<RecordedEvent> events = new ArrayList<>();
        Map<Long, String> names = new HashMap<>();
        try (RecordingFile file = new RecordingFile(recording)) {
            boolean reasons = file.readEventTypes().stream()
                    .filter(type -> type.getName().equals(PINNED))
                    .anyMatch(type -> type.getField("pinnedReason") != null);
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                String type = event.getEventType().getName();
                if (type.equals("jdk.VirtualThreadStart")) {
                    names.put(event.getLong("javaThreadId"), thread(event));
                } else if (type.equals(SUBMIT_FAILED) || (ON_VIRTUAL_THREADS.contains(type) && isVirtual(event))) {
                    events.add(event);
                }
            }
            return new RecordedEvents(reasons ? Site.Jdk.FROM_24 : Site.Jdk.UNTIL_23, events, names);
        }
    }

    private static boolean isVirtual(RecordedEvent event) {
        RecordedThread thread = event.getThread("eventThread");
        return thread != null && thread.isVirtual();
    }

    private static String thread(RecordedEvent event) {
        RecordedThread thread = event.getThread("eventThread");
        return thread == null ? "" : String.valueOf(thread.getJavaName());
    }

    /** Whether an event is one of those that a site tells of. */
    boolean isOf(RecordedEvent event, Site site) {
        return event.getEventType().getName().equals(site.event())
                && isFrom(event, site)
                && is(event, "blockingOperation", site.fields().operation())
                && is(event, "pinnedReason", site.fields().reason())
                && (site.fields().victim() == null
                        || site.fields().victim().equals(names.get(event.getLong("javaThreadId"))));
    }

    /**
     * Whether an event tells of what can happen in any run of any program, the more on a busy machine: two threads that
     * needed a class of the JDK for the first time at once, and a moment at which the JVM refused to unmount.
     */
    static boolean canHappenAnywhere(RecordedEvent event) {
        return isInitializationOfTheJdk(event)
                || (event.hasField("pinnedReason")
                        && String.valueOf(event.getString("pinnedReason")).startsWith("Freeze or preempt failed"));
    }

    private static boolean isInitializationOfTheJdk(RecordedEvent event) {
        boolean ofAClass = event.hasField("monitorClass")
                ? event.getClass("monitorClass") != null
                        && CLASS_LOCK.contains(event.getClass("monitorClass").getName())
                : event.hasField("pinnedReason")
                        && String.valueOf(event.getString("pinnedReason")).startsWith("Waited for initialization of ");
        return ofAClass
                && frames(event).stream()
                        .map(RecordedEvents::method)
                        .findFirst()
                        .filter(method -> method.matches("(java|jdk|sun)\\..*"))
                        .isPresent();
    }

    /** Whether an event is the second one that a site tells of. */
    static boolean isBeside(RecordedEvent event, Site site) {
        return event.getEventType().getName().equals(site.also()) && isFrom(event, site);
    }

    private static boolean isFrom(RecordedEvent event, Site site) {
        List<String> frames = frames(event).stream().map(RecordedEvents::method).toList();
        return (site.fields().thread() == null
                        || thread(event).matches(site.fields().thread()))
                && site.causes().stream().allMatch(cause -> cause.frame() == null || frames.contains(cause.frame()))
                && (site.stack().caller() == null
                        || frames.contains(site.stack().caller()))
                && (site.stack().blocker() == null
                        || blockers(site, frames).contains(site.stack().blocker()));
    }

    /** Of what is no pin, the stack is just that one frame; it ends many others. */
    private static List<String> blockers(Site site, List<String> frames) {
        boolean pin = site.causes().stream().noneMatch(cause -> cause.id().equals(Site.Cause.NONE));
        return pin ? frames : frames.subList(0, Math.min(1, frames.size()));
    }

    private static boolean is(RecordedEvent event, String field, @Nullable String expected) {
        return expected == null || expected.equals(event.getString(field));
    }

    /** The frames of its stack, the innermost first. */
    static List<RecordedFrame> frames(RecordedEvent event) {
        RecordedStackTrace stack = event.getStackTrace();
        return stack == null ? List.of() : stack.getFrames();
    }

    /** Class and method of a frame, without the suffix of a hidden class. */
    static String method(RecordedFrame frame) {
        String type = frame.getMethod().getType().getName().replaceFirst("[+./]0x[0-9a-f]+(\\.\\d+)?$", "");
        return type + "." + frame.getMethod().getName();
    }
}
