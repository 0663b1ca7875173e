package dev.loomweight.input.recording.reader.jmc;

import dev.loomweight.jvm.VirtualThreads;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.openjdk.jmc.common.IMCThread;
import org.openjdk.jmc.common.IMCThreadGroup;

/** What everything that uses Mission Control's parser needs. */
public final class MissionControl {

    // A logger without a strong reference forgets its level.
    private static final Logger LOG = Logger.getLogger("org.openjdk.jmc");

    private MissionControl() {}

    /**
     * Switches Mission Control's log off, unless it was given a level. It reports every field that it does not know, by
     * default to standard error; everything that matters is in what the parser returns or throws.
     */
    public static void silenceLog() {
        if (LOG.getLevel() == null) {
            LOG.setLevel(Level.OFF);
        }
    }

    /**
     * Whether a thread is virtual. Mission Control drops the recorded answer and keeps the thread group: the JVM puts
     * every virtual thread into a group {@code VirtualThreads} without a parent (HotSpot's
     * {@code jfrThreadGroupManager.cpp} and {@code jfrTypeManager.cpp}, from JDK 21 on). A group that a program makes
     * always has a parent.
     */
    public static boolean isVirtual(IMCThread thread) {
        IMCThreadGroup group = thread.getThreadGroup();
        return group != null && VirtualThreads.isGroup(group.getName(), group.getParent() != null);
    }
}
