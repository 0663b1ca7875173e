package dev.loomweight.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.sample.MachineEvents.ContainerUsage;
import dev.loomweight.sample.MachineEvents.CpuInformation;
import dev.loomweight.sample.MemoryEvents.DirectBuffers;
import dev.loomweight.sample.MemoryEvents.HeapSummary;
import dev.loomweight.sample.MemoryEvents.HeapUsage;
import dev.loomweight.sample.MemoryEvents.MetaspaceSummary;
import dev.loomweight.sample.MemoryEvents.NativeMemory;
import dev.loomweight.sample.MemoryEvents.NativeMemoryTotal;
import dev.loomweight.sample.MemoryEvents.ResidentSetSize;
import dev.loomweight.sample.Sample;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which sample has which amounts: used and committed memory, never what is reserved or the most that may be. */
class LedgerTest {

    private static final Instant AT = Instant.ofEpochSecond(7);

    record Fact(Sample sample, Map<Account, Long> bytes) {}

    static Stream<Fact> facts() {
        return Stream.of(
                new Fact(new NativeMemory(AT, "Code", 9, 5), Map.of(Account.nmt("Code"), 5L)),
                new Fact(new NativeMemoryTotal(AT, 9, 5), Map.of(Account.NMT_TOTAL, 5L)),
                new Fact(new HeapUsage(AT, 3, 5, 9), Map.of(Account.HEAP_USED, 3L, Account.HEAP_COMMITTED, 5L)),
                new Fact(
                        new HeapSummary(AT, 9, 5, 3, 1, true),
                        Map.of(Account.HEAP_USED, 3L, Account.HEAP_COMMITTED, 5L)),
                new Fact(
                        new MetaspaceSummary(AT, 3, 5, 9),
                        Map.of(Account.METASPACE_USED, 3L, Account.METASPACE_COMMITTED, 5L)),
                new Fact(new DirectBuffers(AT, 2, 3, 9), Map.of(Account.DIRECT, 3L)),
                new Fact(new ContainerUsage(AT, 3, 9), Map.of(Account.CONTAINER, 3L)),
                new Fact(new ResidentSetSize(AT, 3, 9), Map.of(Account.RESIDENT, 3L)));
    }

    @ParameterizedTest
    @MethodSource("facts")
    void aSampleOfMemory(Fact fact) {
        assertThat(Ledger.of(fact.sample(), null)).isEqualTo(new Ledger(AT, fact.bytes()));
    }

    @Test
    void anotherMatterHasNothing() {
        assertThat(Ledger.of(new CpuInformation(AT, 8), AT).bytes()).isEmpty();
    }

    /** By category, then by source. */
    @Test
    void accountsInOrder() {
        List<Account> sorted =
                List.of(new Account("Code", "JFR"), new Account("Code", "NMT"), new Account("Thread", "JFR"));

        assertThat(sorted.reversed().stream().sorted()).containsExactlyElementsOf(sorted);
    }
}
