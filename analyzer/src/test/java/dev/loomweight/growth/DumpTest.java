package dev.loomweight.growth;

import dev.loomweight.command.*;
import dev.loomweight.memory.reconcile.*;
import dev.loomweight.fold.*;
import dev.loomweight.input.*;
import java.nio.file.*;
import java.util.*;
import org.junit.jupiter.api.Test;

class DumpTest {
    @Test
    void dump() throws Exception {
        for (String jdk : new String[] {"loomweight.jdk21", "loomweight.jdk.newest"}) {
            MemoryParts parts = new MemoryParts();
            {
                FoldRun run = FoldRun.read(List.of(parts), dev.loomweight.input.capture.Inputs.open(List.of(Path.of("/tmp/gr-" + jdk + "/all.lw")), dev.loomweight.input.recording.ReaderChoice.AUTO).sources(), n -> {});
                Processes all = run.result(parts).all();
                ObservedProcess p = all.together().get(0);
                List<Reconciliation> rs = p.moments().stream().map(m -> ObservedProcess.of(m.snapshot())).toList();
                StringBuilder b = new StringBuilder();
                for (Part part : Part.values()) {
                    b.append(String.format("%-40s", part));
                    for (Reconciliation r : rs) b.append(String.format("%6.1f", r.resident(part) / 1048576.0));
                    b.append('\n');
                }
                b.append(String.format("%-40s", "total"));
                for (Reconciliation r : rs) b.append(String.format("%6.0f", r.total() / 1048576.0));
                b.append(String.format("%n%-40s", "live"));
                for (Reconciliation r : rs) b.append(String.format("%6.1f", r.snapshot().histogram() == null ? -1 : r.snapshot().histogram().totalBytes() / 1048576.0));
                System.out.println(jdk + "\n" + b + "\n" + rs.get(0).precision());
            }
        }
    }
}
