package dev.loomweight.fold;

import dev.loomweight.sample.EndTexts.Containers;
import dev.loomweight.sample.EndTexts.Containers.Bounds;
import dev.loomweight.sample.EndTexts.Containers.Container;
import dev.loomweight.sample.EndTexts.Containers.Pod;
import dev.loomweight.sample.EndTexts.Containers.Reporter;
import dev.loomweight.sample.EndTexts.Containers.State;
import dev.loomweight.sample.EndTexts.KernelKills;
import dev.loomweight.sample.EndTexts.KernelKills.Group;
import dev.loomweight.sample.EndTexts.KernelKills.Kill;
import dev.loomweight.sample.EndTexts.KernelKills.Scope;
import dev.loomweight.sample.EndTexts.KernelKills.Task;
import dev.loomweight.sample.Sample;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Reports of ends, made up at random. */
final class ObservedEnds {

    private static final int STATUSES = 4;

    private ObservedEnds() {}

    static Sample kills(Random r) {
        String group = r.nextBoolean() ? "" : "/docker/" + "ab".repeat(32);
        return new KernelKills(List.of(new Kill(
                task(r),
                r.nextBoolean(),
                oneOf(r, Scope.values()),
                new Group(group, group, r.nextInt(3) - 1, r.nextInt(3) - 1, Map.of("anon", (long) r.nextInt(3))),
                r.nextBoolean() ? List.of() : List.of(task(r), task(r)),
                r.nextInt(3) - 1,
                r.nextBoolean() ? "" : "Oct 12 03:14:15")));
    }

    private static <T> T oneOf(Random r, T[] all) {
        return all[r.nextInt(all.length)];
    }

    private static Task task(Random r) {
        return new Task(
                r.nextInt(3) - 1,
                r.nextBoolean() ? "java" : "sh",
                r.nextBoolean() ? Map.of() : Map.of("anon", (long) r.nextInt(3)));
    }

    static Sample containers(Random r) {
        return new Containers(List.of(new Container(
                oneOf(r, Reporter.values()),
                r.nextBoolean() ? "" : "app",
                new Pod(r.nextBoolean() ? "" : "shop", r.nextInt(4) == 0 ? "Evicted" : "", "", List.of()),
                r.nextBoolean() ? List.of() : List.of("ab".repeat(32)),
                new Bounds(r.nextInt(3) - 1, r.nextBoolean(), -1, r.nextInt(3) - 1),
                r.nextInt(3) - 1,
                r.nextBoolean() ? null : state(r),
                r.nextBoolean() ? null : state(r))));
    }

    private static State state(Random r) {
        List<Integer> statuses = List.of(0, 1, 137, 143);
        return new State(
                r.nextBoolean() ? "Terminated" : "Running",
                r.nextBoolean() ? "" : "Error",
                "",
                r.nextBoolean() ? null : statuses.get(r.nextInt(STATUSES)),
                r.nextBoolean() ? null : r.nextBoolean(),
                r.nextBoolean() ? null : Instant.EPOCH,
                r.nextBoolean() ? null : Instant.EPOCH.plusSeconds(r.nextInt(3)));
    }
}
