package dev.loomweight.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.command.Fleet;
import dev.loomweight.render.Format;
import dev.loomweight.render.TextOptions;
import dev.loomweight.report.Report;
import dev.loomweight.report.ReportSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of few recordings, of many services, and of labels that are not there. */
class FleetReportTest {

    private static final long LIMIT = 512L << 20;
    private static final long BEGAN = TimeUnit.SECONDS.toNanos(1_793_577_600L);

    @TempDir
    private Path folder;

    private int made;

    private byte[] one(long resident, int hour, Map<String, String> labels) throws IOException {
        Path file = new MadeRecording()
                .at(BEGAN + TimeUnit.HOURS.toNanos(hour), TimeUnit.MINUTES.toNanos(1))
                .container(LIMIT, 2)
                .pins(1, 3, 40)
                .resident(resident)
                .write(folder.resolve(made++ + ".jfr"));
        return Fleet.fold(file, file.toString(), labels);
    }

    private static String text(Report report, Format format) throws IOException {
        StringBuilder text = new StringBuilder();
        format.renderer(TextOptions.PLAIN).render(report, text);
        return text.toString().replaceAll("\\s+", " ");
    }

    @Test
    void oneRecordingIsNotOneOfTwenty() throws IOException {
        String text = text(Fleet.report(one(LIMIT - 1, 0, Map.of()), List.of(), "one"), Format.TEXT);

        assertThat(text)
                .contains("The fleet is near its limit of memory: the recording peaks at 99.9 % of it.")
                .contains("the costliest is com.acme.Shop.site1, with 100 % of that.")
                .contains("info: com.acme.Shop.site1 pins carriers for 120 ms")
                .doesNotContain("1 of 20", "half of 1", "all:", "in all,");
    }

    @Test
    void ofFewRecordingsTheHighestIsNamed() throws IOException {
        byte[] all = FleetBytes.nothing();
        for (int i = 0; i < 3; i++) {
            all = FleetBytes.merge(all, one(LIMIT - 1, i, Map.of("service", "cart")));
        }

        assertThat(text(Fleet.report(all, List.of(), "three"), Format.TEXT))
                .contains("cart is near its limit of memory: the highest of 3 recordings peaks at 99.9 % of it.")
                .contains("1 of 1 service with a limit is near it: cart.");
    }

    /** Every row of the table of memory can be read by itself. */
    @Test
    void eachKindOfMemoryHasItsService() throws IOException {
        byte[] all = FleetBytes.merge(
                one(LIMIT / 4, 0, Map.of("service", "cart")), one(LIMIT / 2, 0, Map.of("service", "search")));

        assertThat(text(Fleet.report(all, List.of(), "two"), Format.CSV))
                .containsPattern("categories,search,RSS,kernel,1,\\S+ \\S+categories,cart,RSS,kernel,1,")
                .doesNotContain(",,RSS");
    }

    /** What many services would say of themselves is said of the nearest, and how many there are. */
    @Test
    void manyServicesNearTheirLimitAreAFewWarnings() throws IOException {
        byte[] all = FleetBytes.nothing();
        for (int i = 0; i < 14; i++) {
            all = FleetBytes.merge(
                    all, one(LIMIT - 1 - ((long) i << 20), 0, Map.of("service", "s" + (char) ('a' + i))));
        }

        Report report = Fleet.report(all, List.of(), "many");

        assertThat(report.sections().stream()
                        .flatMap(section -> section.findings().stream())
                        .filter(finding -> finding.id().equals("nearLimit"))
                        .map(finding -> finding.summary().substring(0, 2)))
                .containsExactly("sa", "sb", "sc", "sd", "se", "sf", "sg", "sh", "si", "sj");
        assertThat(text(report, Format.TEXT))
                .contains(
                        "14 of 14 services with a limit are near it: sa, sb, sc, sd, se and others. The 10 nearest have a"
                                + " finding each.");
    }

    /** JDK 21 may lose the first pin of a JVM: recordings from its start do not show that a site no longer pins. */
    @ParameterizedTest
    @CsvSource({"loomweight.jdk21, perhaps", "loomweight.jdk.newest, 2"})
    void recordingsFromTheStartOfAJvmOf21MayLackItsPin(String jdk, String gone) throws Exception {
        Path recorded = folder.resolve("start.jfr");
        Process java = new ProcessBuilder(
                        Jdks.home(jdk).resolve("bin/java").toString(),
                        "-XX:StartFlightRecording:filename=" + recorded,
                        "-version")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("java.txt").toFile())
                .start();
        assertThat(java.waitFor()).isZero();
        Path once = new MadeRecording().pins(1, 1, 40).write(folder.resolve("once.jfr"));
        byte[] all = Fleet.fold(once, once.toString(), Map.of("service", "cart", "version", "1"));
        for (int i = 0; i < 4; i++) {
            all = FleetBytes.merge(all, Fleet.fold(recorded, "start" + i, Map.of("service", "cart", "version", "2")));
        }

        assertThat(text(Fleet.report(all, List.of(), "versions"), Format.CSV))
                .containsPattern("cart,com.acme.Shop.site1,1," + gone + ",");
    }

    /** A recording with two pins shows the second; that others show it, whose pin is the first, does not follow. */
    @Test
    void recordingsWithoutTheFirstPinCountAsFarAsTheSiteHasMorePins() throws Exception {
        Path recorded = folder.resolve("start.jfr");
        Process java = new ProcessBuilder(
                        Jdks.home("loomweight.jdk21").resolve("bin/java").toString(),
                        "-XX:StartFlightRecording:filename=" + recorded,
                        "-version")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("java.txt").toFile())
                .start();
        assertThat(java.waitFor()).isZero();
        byte[] later = FleetBytes.nothing();
        for (int i = 0; i < 6; i++) {
            later = FleetBytes.merge(
                    later, Fleet.fold(recorded, "start" + i, Map.of("service", "cart", "version", "2")));
        }

        assertThat(text(Fleet.report(FleetBytes.merge(later, earlier(9, 1)), List.of(), "few"), Format.CSV))
                .containsPattern("cart,com.acme.Shop.site1,1,perhaps,");
        assertThat(text(Fleet.report(FleetBytes.merge(later, earlier(9, 1)), List.of(), "few"), Format.TEXT))
                .contains("no site came and no site went; 1 site perhaps went.")
                .doesNotContain("no longer pins");
        assertThat(text(Fleet.report(FleetBytes.merge(later, earlier(0, 10)), List.of(), "many"), Format.CSV))
                .containsPattern("cart,com.acme.Shop.site1,1,2,");
    }

    /** Recordings of version 1, of which some have one pin and others two. */
    private byte[] earlier(int withOne, int withTwo) throws IOException {
        byte[] all = FleetBytes.nothing();
        for (int i = 0; i < withOne + withTwo; i++) {
            Path file = new MadeRecording().pins(1, i < withOne ? 1 : 2, 40).write(folder.resolve("one" + i + ".jfr"));
            all = FleetBytes.merge(all, Fleet.fold(file, file.toString(), Map.of("service", "cart", "version", "1")));
        }
        return all;
    }

    private Report ofLimit(MadeRecording made) throws IOException {
        Path file = made.container(LIMIT, 2).pins(1, 3, 40).write(folder.resolve(this.made++ + ".jfr"));
        return Fleet.report(Fleet.fold(file, file.toString(), Map.of("service", "cart")), List.of(), "limit");
    }

    /** What is compared with the limit is what the kernel charges, and else no more resident memory than can be charged. */
    @Test
    void noMoreThanTheLimitIsChargedAndWhatCountsIsSaid() throws IOException {
        long over = LIMIT * 103 / 100;

        assertThat(text(ofLimit(new MadeRecording().resident(over)), Format.TEXT))
                .contains(
                        "problem: cart reached its limit of memory: the recording peaks at 100 % of it by resident memory.")
                .contains(
                        "What the kernel charges was not recorded in it: resident memory counts instead, of which no more"
                                + " than the limit can be charged; in 1 recording it is more than the limit.")
                .doesNotContain("103 %");
        assertThat(text(ofLimit(new MadeRecording().resident(over).charged(LIMIT / 2)), Format.TEXT))
                .contains("No service is near its limit of memory")
                .doesNotContain("103 %", "100 % of it", "was not recorded in it");
        assertThat(text(ofLimit(new MadeRecording().resident(LIMIT / 2).charged(LIMIT)), Format.TEXT))
                .contains("cart reached its limit of memory: the recording peaks at 100 % of it.")
                .doesNotContain("by resident memory", "lowered");
        assertThat(text(ofLimit(new MadeRecording().charged(over)), Format.TEXT))
                .contains("peaks at 103 % of it.")
                .contains("More than 100 % is of a limit that was lowered meanwhile");
    }

    /** Of 100 recordings, one that was about to be killed is not one of twenty. */
    @Test
    void oneRecordingOfManyThatReachedTheLimitIsNamed() throws IOException {
        byte[] all = FleetBytes.nothing();
        for (int i = 0; i < 100; i++) {
            all = FleetBytes.merge(all, one(i == 7 ? LIMIT : LIMIT / 2, i, Map.of("service", "cart")));
        }

        assertThat(text(Fleet.report(all, List.of(), "many"), Format.TEXT))
                .contains("cart reached its limit of memory: the highest of 100 recordings peaks at 100 % of it")
                .contains("half of 100 recordings peak at 50");
    }

    /** What kills next comes before what has changed. */
    @ParameterizedTest
    @CsvSource({"100, limitReached, 0", "95, nearLimit, 1"})
    void aServiceNearItsLimitIsAmongTheFirstThree(int percent, String id, int place) throws IOException {
        byte[] all = FleetBytes.nothing();
        for (int version = 1; version <= 2; version++) {
            for (int pod = 0; pod < 6; pod++) {
                for (int hour = 0; hour < 4; hour++) {
                    MadeRecording shop = new MadeRecording()
                            .at(BEGAN + TimeUnit.HOURS.toNanos(hour), TimeUnit.MINUTES.toNanos(1))
                            .container(LIMIT, 1)
                            .resident(LIMIT / 4)
                            .pins(1, pod == 3 ? 200 : 20, 40);
                    if (version == 2) {
                        shop.pins(2, 50, 40);
                    }
                    Path file = shop.write(folder.resolve(made++ + ".jfr"));
                    all = FleetBytes.merge(
                            all,
                            Fleet.fold(
                                    file,
                                    file.toString(),
                                    Map.of("service", "shop", "version", "" + version, "pod", "p" + pod)));
                }
            }
        }
        all = FleetBytes.merge(
                all, one(LIMIT / 100 * percent + 100, 0, Map.of("service", "cart", "version", "1", "pod", "c")));

        List<String> worst = ReportSummary.of(Fleet.report(all, List.of(), "all")).worst().stream()
                .map(placed -> placed.what().id())
                .toList();

        assertThat(worst).hasSize(3);
        assertThat(worst.get(place)).isEqualTo(id);
    }

    /** What a killed JVM had not written is missing: no sum of it is exact. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void ofRecordingsThatWereCutOffPinsAreAtLeastSoMany(boolean killed) throws IOException {
        byte[] all = FleetBytes.nothing();
        for (String service : List.of("cart", "search")) {
            MadeRecording made = new MadeRecording().container(LIMIT, 2).pins(1, 3, 40);
            Path file =
                    (killed && service.equals("cart") ? made.killed() : made).write(folder.resolve(service + ".jfr"));
            all = FleetBytes.merge(all, Fleet.fold(file, file.toString(), Map.of("service", service)));
        }

        String text = text(Fleet.report(all, List.of(), "killed"), Format.TEXT);

        if (killed) {
            assertThat(text)
                    .contains("Pinning was recorded in 2 of 2 recordings; 1 cut off (their JVM was killed, or was still"
                            + " writing).")
                    .contains("2 sites pin carriers for at least 240 ms in total")
                    .contains("cart: com.acme.Shop.site1 pins carriers for at least 120 ms")
                    .contains("search: com.acme.Shop.site1 pins carriers for 120 ms")
                    .contains("are damaged or lost events: cart.");
        } else {
            assertThat(text)
                    .contains("2 sites pin carriers for 240 ms in total")
                    .doesNotContain("at least", "cut off");
        }
    }

    /** Rates are not added up, and charts of services have one scale, with nothing where nothing was recorded. */
    @Test
    void ratesAreNoSumsAndChartsKeepTheirGaps() throws IOException {
        byte[] all = FleetBytes.nothing();
        for (int hour : new int[] {0, 1, 2, 6, 7, 8}) {
            all = FleetBytes.merge(all, one(LIMIT / 2, hour, Map.of("service", "large", "version", "v" + hour)));
            all = FleetBytes.merge(all, one(LIMIT / 64, hour, Map.of("service", "small", "version", "v" + hour)));
        }
        for (int version = 10; version < 30; version++) {
            all = FleetBytes.merge(all, one(LIMIT / 2, 8, Map.of("service", "large", "version", "v" + version)));
        }

        String text = text(Fleet.report(all, List.of(), "charts"), Format.TEXT);

        assertThat(text).containsPattern("\\(\\d+ more\\) By their numbers");
        assertThat(text).containsPattern("large █+ +█+ .* small ▁+ +▁+ ");
    }
}
