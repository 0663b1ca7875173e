package dev.loomweight.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fleet.GroupSums.Counter;
import dev.loomweight.memory.Account;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The rows that other programs ask: their columns, with their types, and a value of each. */
class FleetTableTest {

    /** Each table with a line for each column: its name, its type, and its values in all rows. */
    private static String text(List<FleetTable> tables) {
        return tables.stream()
                .map(table -> "## " + table.name() + "\n"
                        + table.columns().stream()
                                .map(column -> column.name() + " " + column.type() + values(table, column) + "\n")
                                .collect(Collectors.joining()))
                .collect(Collectors.joining("\n"));
    }

    private static String values(FleetTable table, FleetTable.Column column) {
        int at = table.columns().indexOf(column);
        return table.rows().stream()
                .map(row -> " | " + row.get(at))
                .collect(Collectors.joining())
                .stripTrailing();
    }

    @Test
    void tables() {
        TextFleet fleet = new TextFleet();
        GroupSums shop = fleet.recorded("shop", "1.2", "shop-1", 0);
        TextFleet.memory(shop, 0, 384, 512);
        TextFleet.pinned(shop, 0, "Shop.held", 2, 30, true);
        shop.count(Counter.COPIES, 2);
        shop.count(Counter.DAMAGED, 3);
        shop.count(Counter.LOST, 4);
        shop.count(Counter.PINS_OFF, 5);
        shop.count(Counter.PINS_UNKNOWN, 6);
        shop.count(Counter.PINS_UNSTATED, 7);
        shop.count(Counter.NO_RECORDING, 8);
        shop.count(Counter.UNREADABLE, 9);
        shop.count(Counter.STARVATION_WINDOWS, 10);
        shop.count(Counter.STARVED_NANOS, 11);
        shop.count(Counter.FAILED_SUBMITS, 12);
        shop.example("a.jfr: first");
        shop.example("b.jfr: second");
        shop.jdks().add("21.0.1");
        GroupSums none = fleet.sums.group(Labels.of(Map.of("zone", "z")));
        none.count(Counter.RECORDINGS, 1);
        none.memory(Account.nmt("Thread")).add(5);

        assertThat(text(FleetTable.of(fleet.sums))).isEqualTo("""
                ## recordings
                labels LABELS | {pod=shop-1, service=shop, version=1.2} | {zone=z}
                service TEXT | shop | null
                version TEXT | 1.2 | null
                pod TEXT | shop-1 | null
                recording TEXT | null | null
                recordingsCount NUMBER | 1 | 1
                copiesCount NUMBER | 2 | 0
                unreadableCount NUMBER | 9 | 0
                damagedCount NUMBER | 3 | 0
                lostEventsCount NUMBER | 4 | 0
                pinsRecordedCount NUMBER | 1 | 0
                pinsOffCount NUMBER | 5 | 0
                pinsUnknownCount NUMBER | 21 | 0
                firstTime TIME | 1793613600000000 | null
                lastTime TIME | 1793617200000000 | null
                jdks TEXT | 21.0.1, 25.0.3 |
                sizeBytes NUMBER | 5000000 | 0
                recordedNanos NUMBER | 3600000000000 | 0
                carrierNanos NUMBER | 14400000000000 | null
                thresholdNanos NUMBER | 20000000 | 0
                pinsCount NUMBER | 2 | 0
                pinnedNanos NUMBER | 60000000 | 0
                longestPinNanos NUMBER | 30000000 | 0
                starvationWindowsCount NUMBER | 10 | 0
                starvedNanos NUMBER | 11 | 0
                failedSubmitsCount NUMBER | 12 | null
                residentBytes NUMBER | 402653184 | null
                limitBytes NUMBER | 536870912 | null
                ofLimitThousandths NUMBER | 750 | null
                problem TEXT | a.jfr: first; b.jfr: second | null

                ## pins
                labels LABELS | {pod=shop-1, service=shop, version=1.2}
                service TEXT | shop
                version TEXT | 1.2
                pod TEXT | shop-1
                recording TEXT | null
                site TEXT | com.acme.Shop.held
                holder TEXT | com.acme.Shop.held
                blocker TEXT | java.lang.Thread.sleep
                causes TEXT | a native frame
                causeIds TEXT | native
                own TRUTH | true
                recordingsCount NUMBER | 1
                pinsCount NUMBER | 2
                pinnedNanos NUMBER | 60000000
                longestPinNanos NUMBER | 30000000
                solution TEXT | Do not sleep there.

                ## memory
                labels LABELS | {pod=shop-1, service=shop, version=1.2} | {zone=z}
                service TEXT | shop | null
                version TEXT | 1.2 | null
                pod TEXT | shop-1 | null
                recording TEXT | null | null
                category TEXT | RSS | Thread
                source TEXT | kernel | NMT
                recordingsCount NUMBER | 1 | 1
                p50Bytes NUMBER | 402653184 | 5
                p95Bytes NUMBER | 402653184 | 5
                maxBytes NUMBER | 402653184 | 5

                ## hours
                labels LABELS | {pod=shop-1, service=shop, version=1.2}
                service TEXT | shop
                version TEXT | 1.2
                pod TEXT | shop-1
                recording TEXT | null
                hourTime TIME | 1793613600000000
                recordedNanos NUMBER | 3600000000000
                pinnedNanos NUMBER | 60000000
                residentBytes NUMBER | 402653184
                ofLimitThousandths NUMBER | 750
                """);
        assertThat(FleetTable.of(FleetBytes.write(fleet.sums))).isEqualTo(FleetTable.of(fleet.sums));
        assertThat(text(List.of(FleetTable.noSamples()))).isEqualTo("""
                ## memorySamples
                labels LABELS
                service TEXT
                version TEXT
                pod TEXT
                recording TEXT
                category TEXT
                source TEXT
                sampleTime TIME
                sampleBytes NUMBER
                """);
    }
}
