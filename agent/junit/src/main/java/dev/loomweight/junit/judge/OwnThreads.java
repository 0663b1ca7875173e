package dev.loomweight.junit.judge;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import dev.loomweight.input.text.DumpSource;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.threads.judge.Party;
import dev.loomweight.threads.judge.ThreadJudge;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What threads of this JVM do now. */
final class OwnThreads {

    private OwnThreads() {}

    /**
     * Takes one dump of all threads.
     *
     * @param recording next to which it is written for as long as it is read
     * @param wanted the ids of the threads that are wanted
     * @return what they do, by their ids; without those that have ended, and empty where the JVM gives no dump
     */
    static Map<Long, Party> now(Path recording, Set<Long> wanted) {
        Path file = recording
                .resolveSibling(recording.getFileName() + ".threads.json")
                .toAbsolutePath();
        List<DumpedThread> threads = new ArrayList<>();
        try {
            Files.deleteIfExists(file);
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .dumpThreads(file.toString(), ThreadDumpFormat.JSON);
            Origin origin = new Origin("", null, file.toString(), Origin.Instrument.THREAD_DUMP);
            new DumpSource(file, origin, null, DumpedThreads.NOT_MEASURED, DumpedThreads.NOT_MEASURED, false, 0)
                    .read(Interest.in(DumpedThreads.class), () -> (from, sample) -> {
                        if (sample instanceof DumpedThreads dump) {
                            threads.addAll(dump.threads());
                        }
                    });
            Files.deleteIfExists(file);
        } catch (IOException | RuntimeException | LinkageError e) {
            // That they are left is known without it; where they stand is not.
            return Map.of();
        }
        Map<Long, Party> parties = new HashMap<>();
        for (Party party : ThreadJudge.of(threads)) {
            if (wanted.contains(party.id())) {
                parties.put(party.id(), party);
            }
        }
        return parties;
    }
}
