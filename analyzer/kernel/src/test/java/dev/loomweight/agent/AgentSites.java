package dev.loomweight.agent;

import dev.loomweight.jvm.CauseKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/** What the agent would count, had it listened to the events of a recording. */
public final class AgentSites {

    private static final String PINNED = "jdk.VirtualThreadPinned";
    private static final Set<String> MONITORS = Set.of("jdk.JavaMonitorEnter", "jdk.JavaMonitorWait");

    private AgentSites() {}

    /** One site, by the event that shows it, the key of its cause, and its method. */
    public record AgentSite(String event, String cause, String method) implements Comparable<AgentSite> {

        @Override
        public int compareTo(AgentSite other) {
            return toString().compareTo(other.toString());
        }
    }

    /** The sites with their numbers of pins, without those of the JVM's own. */
    public static SortedMap<AgentSite, Long> of(Path recording) throws IOException {
        TreeMap<AgentSite, Long> sites = new TreeMap<>();
        MonitorWaits waits = new MonitorWaits(Integer.MAX_VALUE);
        try (RecordingFile file = new RecordingFile(recording)) {
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                if (event.getEventType().getName().equals("jdk.JavaMonitorEnter")) {
                    LiveEvents.addWait(event, waits);
                }
            }
        }
        try (RecordingFile file = new RecordingFile(recording)) {
            boolean reasons = file.readEventTypes().stream()
                    .anyMatch(type -> type.getName().equals(PINNED) && type.getField("pinnedReason") != null);
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                String name = event.getEventType().getName();
                RecordedThread thread = event.hasField("eventThread") ? event.getThread("eventThread") : null;
                boolean monitor = !reasons && MONITORS.contains(name) && thread != null && thread.isVirtual();
                if (name.equals(PINNED) || monitor) {
                    PinSite site = LiveEvents.siteOf(event, waits);
                    if (site.cause() != CauseKind.JVM_OWN) {
                        sites.merge(new AgentSite(name, site.cause().id(), site.method()), 1L, Long::sum);
                    }
                }
            }
        }
        return sites;
    }
}
