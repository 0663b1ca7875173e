package dev.loomweight.capture;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The limit on threads and processes of a process' control groups, and how many the kernel refused because of it: a JVM
 * that cannot start a thread does not know why.
 *
 * <p>Used by one thread.
 */
public final class PidsLimits {

    private Cgroup.@Nullable PidsLimit limit;
    private long before;
    private long refused;

    /**
     * Reads the limit and the count; to be called some times a second while the process runs, and once after its end.
     *
     * @return whether more were refused, or there is another limit, than before
     */
    public boolean look(long pid) {
        Cgroup.PidsLimit knownLimit = limit;
        long knownRefused = refused;
        read(pid);
        return !Objects.equals(limit, knownLimit) || refused > knownRefused;
    }

    private void read(long pid) {
        Cgroup.PidsLimit found = Cgroup.pids(pid);
        if (found != null && (limit == null || found.most() < limit.most())) {
            limit = found;
            before = found.refused();
            refused = 0;
            return;
        }
        if (limit != null) {
            refused = Math.max(refused, limit.refused() - before);
        }
    }

    /** For {@code capture.json}; empty where there is no limit. */
    public Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        if (limit != null) {
            Map<String, Object> pids = new LinkedHashMap<>();
            pids.put("file", limit.file().toString());
            pids.put("max", limit.most());
            pids.put("refused", refused);
            facts.put("pids", pids);
        }
        return facts;
    }
}
