package dev.loomweight.input.text;

import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThread.Held;
import dev.loomweight.sample.Dumps.DumpedThread.Lock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A thread of a dump of which lines after its own say more. */
final class ChangedThread {

    private final DumpedThread thread;
    String name;
    String container;

    @Nullable
    Boolean virtual;

    long carries;

    @Nullable
    Lock blockedOn;

    @Nullable
    Lock waitingOn;

    final List<Held> monitors;
    final List<Lock> synchronizers;

    ChangedThread(DumpedThread thread) {
        this.thread = thread;
        name = thread.name();
        container = thread.container();
        virtual = thread.virtual();
        carries = thread.carries();
        blockedOn = thread.blockedOn();
        waitingOn = thread.waitingOn();
        monitors = new ArrayList<>(thread.monitors());
        synchronizers = new ArrayList<>(thread.synchronizers());
    }

    /** Adds a lock that it owns, once. */
    void own(Lock lock) {
        if (!synchronizers.contains(lock)) {
            synchronizers.add(lock);
        }
    }

    DumpedThread made() {
        return new DumpedThread(
                thread.id(),
                name,
                virtual,
                thread.state(),
                thread.carrier(),
                carries,
                thread.frames(),
                blockedOn,
                waitingOn,
                thread.parkBlocker(),
                thread.parkBlockerOwner(),
                monitors,
                synchronizers,
                thread.initializing(),
                container,
                thread.cpuNanos());
    }
}
