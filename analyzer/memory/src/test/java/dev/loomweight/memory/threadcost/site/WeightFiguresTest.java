package dev.loomweight.memory.threadcost.site;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.bytecode.Code;
import dev.loomweight.jvm.CodePlace;
import dev.loomweight.jvm.WaitKind;
import dev.loomweight.kernel.subject.Measured;
import dev.loomweight.memory.Account;
import dev.loomweight.memory.threadcost.site.WeightReading.OfProcess;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The figure of what stands at a place; a place whose weight is not known is never taken for none. */
class WeightFiguresTest {

    private static final HeapSums SUMS = new HeapSums(true, 30, 6_000, 30, 60_000, 0, -1, -1);

    private static final OfProcess.Evidence SEEN = new OfProcess.Evidence(1, false, 0, 0);
    private static final OfProcess.Evidence WEIGHED = new OfProcess.Evidence(1, true, 0, 0);

    private static SiteWeight site(int line, Weight weight) {
        return new SiteWeight(
                new SiteWeight.Common(
                        new CodePlace("com.acme.Shop", line > 40 ? "query" : "mail", line), WaitKind.SLEEP, true),
                "",
                9,
                9,
                weight,
                SiteWeight.Each.UNKNOWN,
                0,
                null,
                new SiteWeight.Named(List.of(), Set.of()));
    }

    private static Measured of(String name, SiteWeight... sites) {
        OfProcess process = new OfProcess("shop", null, false, SEEN, List.of(sites), List.of(), 0, SUMS, -1);
        return WeightFigures.of(new Code(ClassPath.none()), List.of())
                .figures()
                .getFirst()
                .taken()
                .apply(new WeightReading(Stream.of(process).toList()), name);
    }

    private static final SiteWeight MEASURED = site(42, new Weight(10, 2_000, 500, 500, 30, 40));
    private static final SiteWeight RANGE = site(43, Weight.ofStacks(10, 1_000, 3_000));
    private static final SiteWeight UNKNOWN = site(7, Weight.ofNumber(10));

    @Test
    void aMethodHasAllOfItsLines() {
        assertThat(of("com.acme.Shop.query:42", MEASURED, RANGE).amount()).isEqualTo(2_570);
        assertThat(of("com.acme.Shop.query:42", MEASURED, RANGE).undecided(2_570))
                .isEmpty();
        assertThat(of("com.acme.Shop.query", MEASURED, RANGE).amount()).isEqualTo(3_570);
        assertThat(of("com.acme.Shop.query", MEASURED, RANGE).undecided(5_569)).contains("range");
        assertThat(of("com.acme.Shop.query", MEASURED, RANGE).undecided(5_570)).isEmpty();
        assertThat(of("com.acme.Shop.que", MEASURED, RANGE).amount()).isZero();
    }

    @Test
    void whereTheWeightIsNotKnownNothingIsWithinALimit() {
        assertThat(of("com.acme.Shop.mail", MEASURED, UNKNOWN).undecided(1_000_000))
                .contains("what the threads there weigh is not known");
        assertThat(of("com.acme.Shop.query", MEASURED, UNKNOWN).missing()).isEmpty();
        assertThat(of("com.acme.Shop.query").missing()).isEmpty();
    }

    /** The lines of a method are together, as in a fleet, whose builds have other lines. */
    @Test
    void theHeaviestPlacesAreMethods() {
        OfProcess process =
                new OfProcess("shop", null, false, WEIGHED, List.of(MEASURED, RANGE, UNKNOWN), List.of(), 0, SUMS, -1);
        OfProcess other = new OfProcess("mail", null, false, WEIGHED, List.of(MEASURED), List.of(), 0, SUMS, -1);

        assertThat(new WeightReading(List.of(process, other)).heaviest(5))
                .containsExactly(Map.entry(Account.threadsAt("com.acme.Shop.query", "heap dump"), 5_570L));
        assertThat(new WeightReading(List.of(process)).heaviest(0)).isEmpty();
    }
}
