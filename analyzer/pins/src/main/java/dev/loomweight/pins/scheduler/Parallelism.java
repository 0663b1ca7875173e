package dev.loomweight.pins.scheduler;

import dev.loomweight.amount.Quantity;
import dev.loomweight.jvm.CarrierPool;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.CaptureTexts.CarrierOptions;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.JvmTexts.Scheduler;
import dev.loomweight.sample.MachineEvents.ContainerConfiguration;
import dev.loomweight.sample.MachineEvents.CpuInformation;
import dev.loomweight.sample.MachineEvents.RecordedJvm;
import dev.loomweight.sample.Sample;
import java.util.EnumMap;
import org.jspecify.annotations.Nullable;

/** How many carriers a process has, from the best source. */
public final class Parallelism {

    /** What it takes. */
    public static final Interest INTEREST = Interest.in(
            Scheduler.class, CaptureInfo.class, RecordedJvm.class, ContainerConfiguration.class, CpuInformation.class);

    /** Why the number of carriers is not known. */
    public static final String UNCOUNTED = "the recording has no carrier count";

    private final EnumMap<By, Long> bySource = new EnumMap<>(By.class);
    // The best of the sources whose value was left out of the recording: a worse one would be overruled by it.
    private @Nullable By redacted;
    // The largest that a property says; 0 where none does.
    private long maximum;
    private boolean defaultMaximum;
    private long stated;

    /** The same with the number of carriers that a user states. */
    public Parallelism stated(long carriers) {
        Parallelism same = new Parallelism();
        same.addAll(this);
        same.state(carriers);
        return same;
    }

    /** Takes the number of carriers that a user states, which wins over all others. */
    public void state(long carriers) {
        bySource.put(By.SCHEDULER, carriers);
        stated = carriers;
    }

    /** The sources, the best first. */
    public enum By {
        /** The scheduler itself, the property that it takes it from, or the user. */
        SCHEDULER(""),
        /** The option that says how many processors the JVM shall count with. */
        OPTION("from -XX:ActiveProcessorCount"),
        /** The processors of the container. */
        CONTAINER("one per available processor"),
        /** The processors of the machine. */
        MACHINE("one per hardware thread of the machine");

        private final String words;

        By(String words) {
            this.words = words;
        }

        /** The source, for people; empty where nothing was inferred. */
        public String words() {
            return words;
        }
    }

    /** Takes what a sample says, if anything. */
    public void add(Sample sample) {
        switch (sample) {
            case Scheduler scheduler -> add(By.SCHEDULER, scheduler.parallelism());
            case CaptureInfo info -> {
                // A command lacks what comes from the environment, so that it cannot say that a property is not set.
                CarrierOptions options = CarrierOptions.of(String.join(" ", info.command()));
                long said = options.maxPoolSize() > 0 ? options.maxPoolSize() : CarrierOptions.UNKNOWN;
                add(new CarrierOptions(options.parallelism(), options.processors(), said));
            }
            case RecordedJvm jvm -> add(jvm.carriers());
            case ContainerConfiguration container -> add(By.CONTAINER, container.effectiveCpus());
            case CpuInformation cpu -> add(By.MACHINE, cpu.hardwareThreads());
            default -> {}
        }
    }

    /** Takes what one source says; of several values, the largest. */
    public void add(By by, long carriers) {
        if (carriers > 0) {
            bySource.merge(by, carriers, Math::max);
        }
    }

    /** Takes what the options of a JVM say. */
    public void add(CarrierOptions options) {
        add(By.SCHEDULER, options.parallelism());
        add(By.OPTION, options.processors());
        if (options.parallelism() == CarrierOptions.UNKNOWN) {
            addRedacted(By.SCHEDULER);
        } else if (options.processors() == CarrierOptions.UNKNOWN) {
            addRedacted(By.OPTION);
        }
        maximum = Math.max(maximum, options.maxPoolSize());
        defaultMaximum |= options.maxPoolSize() == 0;
    }

    private void addRedacted(By by) {
        redacted = redacted == null || by.compareTo(redacted) < 0 ? by : redacted;
    }

    /** Takes all that the other has, which is not changed. */
    public void addAll(Parallelism other) {
        other.bySource.forEach(this::add);
        maximum = Math.max(maximum, other.maximum);
        defaultMaximum |= other.defaultMaximum;
        if (other.redacted != null) {
            addRedacted(other.redacted);
        }
        if (Math.max(stated, other.stated) > 0) {
            state(Math.max(stated, other.stated));
        }
    }

    /**
     * The number of carriers that run virtual threads at once; not known where no source has it, or only one that is
     * overruled by a value that was left out.
     */
    public Quantity carriers() {
        Long carriers = bySource.get(by());
        if (carriers == null || (redacted != null && redacted.compareTo(by()) < 0)) {
            return Quantity.unknown(UNCOUNTED);
        }
        // The JVM lowers the parallelism to the maximum.
        return Quantity.of(maximum > 0 && stated == 0 ? Math.min(carriers, maximum) : carriers);
    }

    /** Whether the number is unknown because its value was left out of the recording. */
    public boolean isRedacted() {
        return redacted != null && !carriers().isKnown();
    }

    /**
     * The most carriers that the pool may have, with those that the JVM adds while a thread blocks. The JVM's own default
     * where its options are known and do not say it: 256, or the parallelism if that is more.
     */
    public Quantity maximum() {
        if (maximum == 0 && !defaultMaximum) {
            return Quantity.unknown("the recording does not have it");
        }
        return Quantity.of(Math.max(carriers().orElse(0), maximum > 0 ? maximum : CarrierPool.DEFAULT_MAXIMUM));
    }

    /** Both numbers. */
    public CarrierPool pool() {
        return new CarrierPool(carriers().orElse(0), maximum().orElse(0));
    }

    /** The number of carriers that a user states, or 0. */
    long stated() {
        return stated;
    }

    /** The source of the number. */
    public By by() {
        return bySource.isEmpty() ? By.SCHEDULER : bySource.keySet().iterator().next();
    }
}
