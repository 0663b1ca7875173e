package dev.loomweight.rules;

import dev.loomweight.input.recording.reader.jmc.MissionControl;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.openjdk.jmc.common.IMCThread;
import org.openjdk.jmc.common.collection.FastAccessNumberMap;
import org.openjdk.jmc.flightrecorder.parser.IConstantPoolExtension;
import org.openjdk.jmc.flightrecorder.parser.IParserExtension;

/** Counts the virtual threads that a recording names while Mission Control loads it. */
final class NamedVirtualThreads implements IParserExtension, IConstantPoolExtension {

    private static final String THREADS = "java.lang.Thread";

    private final Set<Long> ids = new HashSet<>();

    @Override
    public IConstantPoolExtension createConstantPoolExtension() {
        return this;
    }

    // Once for each chunk, by the thread that loads it.
    @Override
    public synchronized void allConstantPoolsResolved(Map<String, FastAccessNumberMap<Object>> pools) {
        FastAccessNumberMap<Object> threads = pools.get(THREADS);
        if (threads == null) {
            return;
        }
        for (Object constant : threads) {
            if (constant instanceof IMCThread thread && MissionControl.isVirtual(thread)) {
                ids.add(thread.getThreadId());
            }
        }
    }

    /** How many there are. */
    synchronized int count() {
        return ids.size();
    }
}
