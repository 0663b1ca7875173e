package dev.loomweight.threads.waits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.bytecode.Code;
import dev.loomweight.report.Block;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.report.SectionText;
import dev.loomweight.report.StackTree;
import dev.loomweight.report.Table;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.JvmTexts.ProcessId;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The tables of waits, complete. */
class WaitTablesTest {

    private static final String STOCK = "com.acme.Stock@1a";
    private static final String MAIL = "com.acme.Mail@2b";

    private final List<DumpedThreads> dumps = new ArrayList<>();

    /** A dump each second. */
    private void dump(DumpedThread... threads) {
        dumps.add(DumpedStacks.dump(DumpedThreads.Kind.JSON, Instant.EPOCH.plusSeconds(dumps.size()), threads));
    }

    private Section section(String... files) {
        WaitAnalysis analysis = WaitAnalysis.asked(new Code(ClassPath.none()), List.of());
        WaitAnalysis.Samples all = analysis.fold().empty();
        for (String file : files) {
            Origin origin = new Origin(file, null, file, Instrument.THREAD_DUMP);
            all.add(origin, new ProcessId(file.hashCode()));
            dumps.forEach(dump -> all.add(origin, dump));
        }
        return analysis.finish(all, Coverage.NONE);
    }

    private String tables(String file) {
        return SectionText.of(
                section(file).blocks().stream().filter(Table.class::isInstance).toList());
    }

    private List<String> ids(String file) {
        return section(file).blocks().stream()
                .map(Block::id)
                .filter(id -> !id.equals(Note.HEADLINE))
                .toList();
    }

    private static DumpedThread entering(boolean virtual, String lock, String method) {
        return new DumpedStacks.Builder(1, virtual, "BLOCKED", method)
                .entering(lock)
                .thread();
    }

    private static DumpedThread holding(String lock) {
        return DumpedStacks.platform(9, "TIMED_WAITING", "java.lang.Thread.sleep < com.acme.Shop.reload")
                .holding(1, lock)
                .thread();
    }

    @Test
    void virtualAndPlatformThreads() {
        for (int i = 0; i < 20; i++) {
            List<DumpedThread> threads = new ArrayList<>(List.of(
                    entering(true, STOCK, "com.acme.Shop.sell"),
                    entering(true, STOCK, "com.acme.Shop.sell"),
                    entering(true, MAIL, "com.acme.Mail.send"),
                    entering(false, MAIL, "com.acme.Mail.send"),
                    DumpedStacks.virtual(3, "TIMED_WAITING", "java.lang.Thread.sleep < com.acme.Shop.rest")
                            .thread()));
            if (i < 15) {
                threads.add(holding(STOCK));
            }
            dump(threads.toArray(DumpedThread[]::new));
        }
        assertThat(tables("a.json")).isEqualTo("""
                doing: What virtual threads did
                doing | contention | share | error | threads | most
                monitor | yes | 75 % | 11.2 % | 3 | 3
                sleep | - | 25 % | 11.2 % | 1 | 1
                TOTAL all | - | 100 % | - | 4 | -

                locks: What virtual threads waited for that other threads had
                lock | site | ofContention | ofContentionError | ofThreads | ofThreadsError | waiting | holder | most | dumps | kind
                com.acme.Stock | com.acme.Shop.sell:7 | 66.7 % | 13.5 % | 50 % | 11.4 % | 2 | com.acme.Shop.reload | 2 | 20 | monitor
                com.acme.Mail | com.acme.Mail.send:7 | 33.3 % | 13.5 % | 25 % | 11.2 % | 1 | - (not in the dumps) | 1 | 20 | monitor

                holders: Who had it while they waited
                lock | holder | doing | at | thread | dumps | share
                com.acme.Stock | com.acme.Shop.reload | sleep | com.acme.Shop.reload:7 | platform | 15 | 75 %
                com.acme.Stock | - (not in the dump: not shown by this JDK, or released before its owner was looked at) | - | - | - | 5 | 25 %
                com.acme.Mail | - (not in the dump: not shown by this JDK, or released before its owner was looked at) | - | - | - | 20 | 100 %

                elsewhere: Other waits
                doing | site | share | error | threads
                sleep | com.acme.Shop.rest:7 | 25 % | 11.2 % | 1

                platform: What platform threads did
                doing | contention | share | error | threads | most
                monitor | yes | 57.1 % | 35.1 % | 1 | 1
                sleep | - | 42.9 % | 35.1 % | 1 | 1
                TOTAL all | - | 100 % | - | 2 | -

                platformLocks: What platform threads waited for that other threads had
                lock | site | ofContention | ofContentionError | ofThreads | ofThreadsError | waiting | holder | most | dumps | kind
                com.acme.Mail | com.acme.Mail.send:7 | 100 % | 18 % | 57.1 % | 35.1 % | 1 | - (not in the dumps) | 1 | 20 | monitor

                sampling: How it was sampled
                dumps | span | interval | took | paused | pausedMost | pausedShare | budget
                20 | 19 s | 1 s | 5 ns | 3 ns | 3 ns | <0.1 % | - (none)
                """);
    }

    /** Without virtual threads, without locks, without owners: what there is nothing of has no table. */
    @Test
    void tablesOfWhatThereIs() {
        dump(entering(false, STOCK, "com.acme.Shop.sell"));
        assertThat(ids("a.json")).containsExactly("platform", "platformLocks", "sampling");

        dumps.clear();
        dump(DumpedStacks.platform(1, "RUNNABLE", "com.acme.Shop.sell").thread());
        assertThat(ids("a.json")).containsExactly("platform", "sampling");

        dumps.clear();
        dump(entering(true, STOCK, "com.acme.Shop.sell"));
        assertThat(ids("a.json")).containsExactly("doing", "locks", "stacks", "sampling");

        dumps.clear();
        dump(entering(true, STOCK, "com.acme.Shop.sell"), holding(STOCK));
        assertThat(ids("a.json")).containsExactly("doing", "locks", "holders", "stacks", "platform", "sampling");
        assertThat(tables("a.json")).contains("""
                holders: Who had it while they waited
                lock | holder | doing | at | thread | dumps | share
                com.acme.Stock | com.acme.Shop.reload | sleep | com.acme.Shop.reload:7 | platform | 1 | 100 %
                """);
    }

    /** Locks that nothing identifies are told apart by where threads wait for them. */
    @Test
    void stacksOfLocksWithoutAnIdentity() {
        dumps.add(DumpedStacks.dump(
                DumpedThreads.Kind.PRINT,
                Instant.EPOCH,
                entering(true, STOCK, "com.acme.Shop.sell"),
                entering(true, STOCK, "com.acme.Shop.buy")));

        assertThat(section("a.txt").blocks())
                .filteredOn(StackTree.class::isInstance)
                .flatMap(block -> ((StackTree) block).roots())
                .extracting(StackTree.Node::label, StackTree.Node::count)
                .containsExactlyInAnyOrder(
                        tuple("com.acme.Stock (monitor) at com.acme.Shop.sell", 1L),
                        tuple("com.acme.Stock (monitor) at com.acme.Shop.buy", 1L));
    }

    /** Of several processes, the tables have their numbers, and titles and sentences their names. */
    @Test
    void severalProcesses() {
        dump(DumpedStacks.virtual(1, "RUNNABLE", "com.acme.Shop.sell").thread());
        Section section = section("a.json", "b.json");

        assertThat(section.id()).isEqualTo("waits");
        assertThat(section.blocks()).extracting(Block::id).contains("doing", "sampling", "doing2", "sampling2");
        assertThat(SectionText.of(section.blocks()))
                .contains("doing: a.json: What virtual threads did\n", "doing2: b.json: What virtual threads did\n");
    }
}
