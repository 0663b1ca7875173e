package dev.loomweight.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fleet.GroupSums.FaultCount;
import dev.loomweight.report.SectionText;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which services have which known fault: those that are certain first, then those that may be there. */
class FleetFaultsTest {

    private final FleetSums sums = new FleetSums();

    private void fault(String service, String id, long certain, long possible) {
        sums.group(Labels.of(Map.of("service", service))).fault(id, new FaultCount(certain, possible));
    }

    private String text() {
        return SectionText.of(new FleetFaults(new FleetView(sums, List.of("service"))).section());
    }

    @Test
    void certainAndPossible() {
        fault("shop", "b", 1, 0);
        fault("cart", "b", 0, 9);
        fault("cart", "a", 2, 1);
        fault("shop", "c", 0, 4);
        fault("shop", "a", 1, 5);
        fault("cart", "c", 0, 4);

        assertThat(text()).isEqualTo("""
                ## faults: Known faults
                headline: 2 known faults are recognized: a, b; 1 known fault may be there: c.

                knownFaults
                fault | certain | possible | service
                a | 2 | 1 | cart
                a | 1 | 5 | shop
                b | 1 | 0 | shop
                b | 0 | 9 | cart
                c | 0 | 4 | cart
                c | 0 | 4 | shop
                (Numbers of recordings. "loomweight faults" lists the faults, and of one recording says what is missing where it only may be one.)
                """);
    }

    @Test
    void threeOfManyAreNamed() {
        for (String id : List.of("d", "c", "b", "a")) {
            fault("shop", id, 0, 1);
        }
        assertThat(text()).contains("headline: 4 known faults may be there: a, b, c and 1 more.\n");
        fault("shop", "e", 1, 0);
        assertThat(text())
                .contains(
                        "headline: 1 known fault is recognized: e; 4 known faults may be there: a, b, c and 1 more.\n");
    }

    @Test
    void oneThatMayBeThere() {
        fault("shop", "a", 0, 1);

        assertThat(text()).contains("headline: 1 known fault may be there: a.\n");
        assertThat(new FleetFaults(new FleetView(new FleetSums(), List.of("service")))
                        .section()
                        .isEmpty())
                .isTrue();
    }
}
