package dev.loomweight.coverage;

import dev.loomweight.fold.Fold;
import dev.loomweight.fold.State;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.MachineEvents.RecordedJvm;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import java.util.SortedSet;
import java.util.TreeSet;

/** The versions of the JDKs that recordings are of, as far as these name them. */
public final class RecordedJdks implements State<RecordedJdks> {

    static final Fold<RecordedJdks> FOLD = Fold.of(Interest.in(RecordedJvm.class), RecordedJdks::new);

    private final TreeSet<String> versions = new TreeSet<>();

    /** The versions, such as {@code 17.0.9+9}. */
    SortedSet<String> versions() {
        return versions;
    }

    @Override
    public void add(Origin origin, Sample sample) {
        String jdk = sample instanceof RecordedJvm jvm ? jvm.jdk() : null;
        if (jdk != null) {
            versions.add(jdk);
        }
    }

    @Override
    public void merge(RecordedJdks other) {
        versions.addAll(other.versions);
    }
}
