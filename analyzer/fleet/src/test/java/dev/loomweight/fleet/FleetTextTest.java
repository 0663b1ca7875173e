package dev.loomweight.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fleet.GroupSums.Counter;
import dev.loomweight.report.SectionText;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The report on a fleet, complete: three services, of which each has something of its own. */
class FleetTextTest {

    private final TextFleet fleet = new TextFleet();

    private String report(String... by) {
        return FleetReport.of(fleet.sums, List.of(by), "a fleet").sections().stream()
                .map(SectionText::of)
                .collect(Collectors.joining("\n"));
    }

    @Test
    void servicesVersionsAndPods() {
        fleet.sums();

        assertThat(report("service", "version", "pod")).isEqualTo("""
                ## fleet
                headline: 49 recordings of 3 services and 25 pods, 36 h in which pinning was recorded.
                  Pinning was recorded in 36 of 49 recordings; 1 damaged, 1 cut off (their JVM was killed, or was still writing), 1 unreadable, 1 lost events, 1 had it off, 1 did not say, 1 do not define it (their JDK does not have it, or a profiler other than JFR wrote them), 1 are captures without a recording.
                  1 more recording was left out, since others have all that it has, such as copy.jfr.
                  1 recording was read without what others have, too.
                  Pins took at least <0.1 % of the carriers' time: 5.97 s of 144 h.

                services
                service | recordings | pinsRecordedIn | recorded | pins | pinned | pinnedPerHour | ofCarriers | max | starvedPerHour | failedSubmits
                shop | 18 | 18 | 18 h | 129 | 5.97 s | 332 ms | <0.1 % | 50 ms | 1.17 ms | 0
                cart | 18 | 18 | 18 h | 0 | 0 ms | 0 ms | 0 % | 0 ms | 0 ms | 6
                late | 13 | 0 | 0 ms | 0 | 0 ms | - | - (carriers not known) | 0 ms | - (carriers not known) | - (not recorded)
                TOTAL Total | 49 | 36 | 36 h | 129 | 5.97 s | 166 ms | <0.1 % | 50 ms | 583 µs | 6
                (Per hour: for each hour in which pinning was recorded.)
                (Pins and their time are at least so many where recordings were cut off, as by a kill, are damaged or lost events: late.)

                ## sites: Sites that cost the most carrier time
                headline: 2 sites pin carriers for at least 5.97 s in total; the costliest is com.acme.Shop.added in shop, with 87.9 % of that.

                sites: By pinned time
                service | site | blocker | cause | pinned | share | pinnedPerHour | pins | max | recordings | holder
                shop | com.acme.Shop.added | java.lang.Thread.sleep | a native frame | 5.25 s | 87.9 % | 292 ms | 105 | 50 ms | 6 | com.acme.Shop.added
                shop | com.acme.Shop.held | java.lang.Thread.sleep | a native frame | 720 ms | 12.1 % | 40 ms | 24 | 30 ms | 12 | com.acme.Shop.held
                (Per hour: pinned time for each hour that recordings of the service lasted in which pinning was recorded.)

                INFO costlySite: shop: com.acme.Shop.added pins carriers for 5.25 s, 87.9 % of all pinned time and <0.1 % of the carriers' time there.
                  Seen in 6 recordings; the longest pin took 50 ms. Cause: a native frame.
                  Do not sleep there.

                INFO costlySite: shop: com.acme.Shop.held pins carriers for 720 ms, 12.1 % of all pinned time and <0.1 % of the carriers' time there.
                  Seen in 12 recordings; the longest pin took 30 ms. Cause: a native frame.
                  Do not sleep there.

                ## faults: Known faults
                headline: 1 known fault is recognized: jdk.CPUTimeSample.

                knownFaults
                fault | certain | possible | service | version | pod
                jdk.CPUTimeSample | 1 | 2 | late | 1 | late-1
                (Numbers of recordings. "loomweight faults" lists the faults, and of one recording says what is missing where it only may be one.)

                ## memory: Memory by category
                headline: 1 of 2 services with a limit is near it: cart.

                limits: Peaks as a share of the limit
                service | leastLimit | mostLimit | recordings | p50 | p95 | max
                cart | 512 MB | 512 MB | 18 | 19.5 % | 97.6 % | 97.6 %
                shop | 512 MB | 512 MB | 18 | 78.7 % | 78.7 % | 78.7 %
                (What the kernel charges to the container and cannot free, where a recording has it, and else resident memory.)

                categories: Peaks of each recording
                service | category | source | recordings | p50 | p95 | max
                cart | RSS | kernel | 18 | 100 MB | 500 MB | 500 MB
                shop | RSS | kernel | 18 | 403 MB | 403 MB | 403 MB
                (Each recording counts once, with its highest value; p50 and p95 are at most 1 % too high.)

                WARNING nearLimit: cart is near its limit of memory: the highest of 18 recordings peaks at 97.6 % of it.
                  The limit is 512 MB; half of 18 recordings peak at 19.5 % or less, the highest at 97.6 %. What the kernel charges was not recorded in 18 of them: resident memory counts instead, of which no more than the limit can be charged.
                  Raise the limit, or see where the memory of one of its recordings is: loomweight memory.

                ## versions: Sites by version
                headline: Over the versions of 1 service, 1 site came and 1 site went.

                versions: Sites that are not in all versions
                service | site | since | gone | pinned | came | last | pins | blocker
                shop | com.acme.Shop.added | 1.3 | still there | 5.25 s | yes | 1.3 | 105 | java.lang.Thread.sleep
                shop | com.acme.Shop.held | 1.1 | 1.3 | 720 ms | first recorded | 1.2 | 24 | java.lang.Thread.sleep
                (A version is said not to have a site only if that is no accident: were the site in as many of its recordings as in those of the versions that have it, none of them would have it with a probability below 1 %. Recordings that begin with a JVM of JDK 21 to 23 count as far as the site has more than one pin in a recording: the first pin of such a JVM is recorded too short, and is missing where that makes it shorter than the threshold.)

                versionOrder: Versions in their order
                service | version | recordings | pinsRecordedIn | pins | pinnedPerHour
                shop | 1.1 | 6 | 6 | 12 | 60 ms
                shop | 1.2 | 6 | 6 | 12 | 60 ms
                shop | 1.3 | 6 | 6 | 105 | 875 ms
                (By their numbers; where one has none, by when its first recording began.)

                WARNING newSite: shop: com.acme.Shop.added pins carriers since version 1.3.
                  It pinned them for 5.25 s in 6 recordings; no recording of an earlier version has it. Cause: a native frame.
                  Do not sleep there.

                INFO goneSite: shop: com.acme.Shop.held no longer pins carriers since version 1.3.
                  It was last seen in version 1.2; no recording of a later version has it.

                ## outliers: Pods unlike their siblings
                headline: 2 of 24 pods are unlike their siblings.
                  1 pod has fewer than 4 siblings and is not compared.

                outliers
                unit | figure | value | median | deviation | siblings | when
                shop 1.3 shop-6 | pinned time per hour | 4.5 s | 150 ms | 0 ms | 5 | recorded at 2026-11-05 16:00:00Z
                cart 7 cart-2 | peak of resident memory | 500 MB | 100 MB | 0 B | 5 | -

                rule: Siblings are those with the same service and version. A figure is unlike them if it is further from their median than 5 times their median absolute deviation (times 1.4826, which makes it a standard deviation where they are distributed normally), further than half of the median, and by more than 100 ms per hour, 10 threads per hour or 16 MB.

                WARNING unlikeSiblings: shop 1.3 shop-6 is unlike its siblings: pinned time per hour 4.5 s, and their median is 150 ms.
                  Compared with 5 siblings, of which half are within 0 ms of the median; recorded at 2026-11-05 16:00:00Z.
                  Look at its recordings alone, and at what is different there: node, traffic, configuration.

                WARNING unlikeSiblings: cart 7 cart-2 is unlike its siblings: peak of resident memory 500 MB, and their median is 100 MB.
                  Compared with 5 siblings, of which half are within 0 B of the median.
                  Look at its recordings alone, and at what is different there: node, traffic, configuration.

                ## course: Over time
                headline: By the hour in which a recording began, all to one scale.

                pinnedPerHour

                ofLimit

                resident

                ## coverage: What was recorded
                inShort: Pinning was recorded in 36 of 49 recordings; 1 damaged, 1 cut off (their JVM was killed, or was still writing), 1 unreadable, 1 lost events, 1 had it off, 1 did not say, 1 do not define it (their JDK does not have it, or a profiler other than JFR wrote them), 1 are captures without a recording.

                coverage
                service | recordings | pinsRecordedIn | damaged | unreadable | off | unstated | lost | size | threshold
                late | 13 | 0 | 1 | 1 | 1 | 3 | 1 | 0 B | -
                cart | 18 | 18 | 0 | 0 | 0 | 0 | 0 | 85.8 MB | 20 ms
                shop | 18 | 18 | 0 | 0 | 0 | 0 | 0 | 85.8 MB | 20 ms
                (Damaged ones count with what could be read of them. Threshold: the longest in force; shorter pins are not recorded everywhere.)

                jdks: JDKs: 25.0.3.

                examples: late.jfr: no recording

                copies: copy.jfr

                WARNING fewCouldTell: Pinning was recorded in fewer than half of the recordings of late.
                  What is said of pins there is of the others alone.
                  Record jdk.VirtualThreadPinned, and on JDK 21 to 23 jdk.JavaMonitorEnter.

                WARNING countedTwice: 1 fold has a part of what another input has: events in it count twice.
                  A fold is read completely or not at all.
                  Name the recordings, or fold them together.

                INFO recordingsDamaged: Of 49 recordings, 1 was cut off, 1 is damaged, 1 is unreadable.
                  Recordings of processes that were killed end in the middle, or are empty; what could be read of them counts.
                """);
    }

    /** Without labels all is one, of which no version and no pod is compared. */
    @Test
    void recordingsWithoutLabels() {
        GroupSums one = fleet.sums.group(Labels.NONE);
        one.count(Counter.RECORDINGS, 2);
        one.count(Counter.TOLD, 2);
        one.count(Counter.RECORDED_NANOS, TextFleet.HOUR);
        one.count(Counter.DAMAGED, 1);
        TextFleet.pinned(one, 0, "Shop.held", 1, 30, true);

        assertThat(report()).isEqualTo("""
                ## fleet
                headline: 2 recordings, 1 h in which pinning was recorded.
                  Pinning was recorded in 2 of 2 recordings; 1 damaged.

                services
                service | recordings | pinsRecordedIn | recorded | pins | pinned | pinnedPerHour | ofCarriers | max | starvedPerHour | failedSubmits
                all | 2 | 2 | 1 h | 1 | 30 ms | 30 ms | - (carriers not known) | 30 ms | - (carriers not known) | - (not recorded)
                (Per hour: for each hour in which pinning was recorded.)
                (Pins and their time are at least so many where recordings were cut off, as by a kill, are damaged or lost events.)

                ## sites: Sites that cost the most carrier time
                headline: 1 site pins carriers for at least 30 ms in total; the costliest is com.acme.Shop.held, with 100 % of that.

                sites: By pinned time
                service | site | blocker | cause | pinned | share | pinnedPerHour | pins | max | recordings | holder
                all | com.acme.Shop.held | java.lang.Thread.sleep | a native frame | 30 ms | 100 % | 30 ms | 1 | 30 ms | 1 | com.acme.Shop.held
                (Per hour: pinned time for each hour that recordings of the fleet lasted in which pinning was recorded.)

                INFO costlySite: com.acme.Shop.held pins carriers for at least 30 ms, 100 % of all pinned time.
                  Seen in 1 recording; the longest pin took 30 ms. Cause: a native frame.
                  Do not sleep there.

                ## memory: Memory by category
                headline: No recording has memory; jdk.ResidentSetSize (JDK 21 and later), or snapshots of the agent, would.

                ## coverage: What was recorded
                inShort: Pinning was recorded in 2 of 2 recordings; 1 damaged.

                coverage
                service | recordings | pinsRecordedIn | damaged | unreadable | off | unstated | lost | size | threshold
                all | 2 | 2 | 1 | 0 | 0 | 0 | 0 | 0 B | 0 ms
                (Damaged ones count with what could be read of them. Threshold: the longest in force; shorter pins are not recorded everywhere.)

                INFO recordingsDamaged: Of 2 recordings, 1 is damaged.
                  Recordings of processes that were killed end in the middle, or are empty; what could be read of them counts.
                """);
    }
}
