package dev.loomweight.launch.group;

import dev.loomweight.capture.CaptureEnd;
import dev.loomweight.capture.Cgroup;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The kernel's count of the processes that it killed because the memory of their control group was used up. An exit
 * status alone does not distinguish an OOM kill from a {@code kill -9}; a count that rose meanwhile does.
 *
 * <p>Used by one thread.
 */
public final class OomKills {

    private Cgroup.@Nullable Counter counter;
    private long before = -1;
    private long now = -1;
    private boolean isThere;

    /**
     * Reads the count; to be called some times a second while the process runs, and once when it has ended: with a
     * container its control group goes away soon after.
     *
     * @param pid the process; once it has ended, the group that it was in last counts
     */
    public void look(long pid) {
        Cgroup.Counter found = Cgroup.oomKills(pid);
        if (found != null && (counter == null || isElsewhere(found.file(), counter.file()))) {
            counter = found;
            before = found.value();
            now = before;
            isThere = true;
            return;
        }
        long value = counter == null ? -1 : counter.again();
        isThere = value >= 0;
        now = value < 0 ? now : value;
    }

    /** The kernel takes a process that ends out of its group, and shows it in the root: that is no other group. */
    private static boolean isElsewhere(Path found, Path known) {
        Path group = found.getParent();
        return !found.equals(known) && (group == null || !known.startsWith(group));
    }

    /** How many processes of the group were killed since the first look; 0 also where nothing counts them. */
    public long killed() {
        return Math.max(0, now - before);
    }

    /** For {@code capture.json}; empty where nothing counts. */
    public Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        if (counter != null) {
            Map<String, Object> counts = new LinkedHashMap<>();
            counts.put("file", counter.file().toString());
            counts.put("before", before);
            counts.put("after", now);
            // Of a group that went with its process, the last count was read before the end.
            counts.put("group", isThere ? "same" : "removed");
            facts.put("oomKills", counts);
        }
        return facts;
    }

    /** What the count says of a process that was killed, for {@code capture.json}'s status. */
    public CaptureEnd end() {
        String file = counter == null ? "" : counter.file().toString();
        return CaptureEnd.killed(
                file + " counts " + now + " killed, and counted " + before + " when the capture began");
    }
}
