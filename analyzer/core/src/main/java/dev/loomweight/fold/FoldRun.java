package dev.loomweight.fold;

import dev.loomweight.capture.DataException;
import dev.loomweight.fold.Fold.Folded;
import dev.loomweight.fold.Fold.Results;
import dev.loomweight.fold.Fold.StateForm;
import dev.loomweight.input.ParallelReads;
import dev.loomweight.input.Progress;
import dev.loomweight.input.SampleSink;
import dev.loomweight.input.Source;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.state.StateParts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One pass over some inputs for all who ask: every input is read once, and each fold is folded once. */
public final class FoldRun implements Results {

    private final Map<Fold<?>, Accumulator<?>> folded = new HashMap<>();
    private final Coverage coverage;
    private final List<String> problems;

    private FoldRun(List<Accumulator<?>> folded, Coverage coverage, List<String> problems) {
        folded.forEach(one -> this.folded.put(one.fold, one));
        this.coverage = coverage;
        this.problems = List.copyOf(problems);
    }

    /**
     * Reads every input once.
     *
     * @throws CancellationException if the calling thread is interrupted meanwhile
     */
    public static FoldRun read(List<? extends OfFold<?>> asked, List<? extends Source> sources) {
        return read(asked, sources, count -> {});
    }

    /**
     * Reads every input once, on all processors, and reports progress.
     *
     * @param progress takes the number of samples that were read since it was last called, and the files that are done.
     *     All calls together add up to the number of samples
     * @throws CancellationException if the calling thread is interrupted meanwhile
     */
    public static FoldRun read(List<? extends OfFold<?>> asked, List<? extends Source> sources, Progress progress) {
        return read(asked, sources, progress, new ParallelReads());
    }

    /**
     * Reads every input once, on some threads only, for those who read several sets of inputs at a time.
     *
     * @param progress as above
     * @param threads how many read at a time, at most, the calling one among them; positive
     * @throws CancellationException if the calling thread is interrupted meanwhile
     */
    public static FoldRun read(
            List<? extends OfFold<?>> asked, List<? extends Source> sources, Progress progress, int threads) {
        return read(asked, sources, progress, new ParallelReads(threads));
    }

    /**
     * Reads every input once.
     *
     * @param reads on which threads
     */
    static FoldRun read(
            List<? extends OfFold<?>> asked, List<? extends Source> sources, Progress progress, ParallelReads reads) {
        List<Fold<?>> folds = parts(asked);
        Interest interest = Interest.in();
        for (Fold<?> fold : folds) {
            interest = interest.and(fold.interest());
        }
        Reading reading = new Reading(folds, sources, interest, progress, reads);
        reads.run(reading.bytes, reading::read);
        reading.parts.forEach(Part::reportRest);
        // The first is not copied: it can have gathered most.
        List<Accumulator<?>> all =
                reading.parts.isEmpty() ? accumulators(folds) : reading.parts.getFirst().accumulators;
        for (Part part : reading.parts.subList(Math.min(1, reading.parts.size()), reading.parts.size())) {
            for (int i = 0; i < all.size(); i++) {
                all.get(i).with(part.accumulators.get(i));
            }
        }
        return new FoldRun(all, reading.coverage(), reading.problems());
    }

    /** What is to be folded, each once. */
    private static List<Fold<?>> parts(List<? extends OfFold<?>> asked) {
        Set<Fold<?>> parts = new LinkedHashSet<>();
        asked.forEach(one -> one.fold().parts(parts::add));
        return List.copyOf(parts);
    }

    /**
     * The reading of some inputs. There are no more parts than threads that read at a time: those that one input is done
     * with serve the next.
     */
    private static final class Reading {
        private final List<? extends Fold<?>> folds;
        private final List<? extends Source> sources;
        private final Interest interest;
        private final Progress progress;
        private final ParallelReads reads;
        private final Thread caller = Thread.currentThread();
        private final long[] bytes;
        private final @Nullable Coverage[] coverages;
        private final @Nullable String[] failures;
        private final List<Part> parts = Collections.synchronizedList(new ArrayList<>());
        private final Queue<Part> idle = new ConcurrentLinkedQueue<>();
        private int done;
        private long doneBytes;

        Reading(
                List<? extends Fold<?>> folds,
                List<? extends Source> sources,
                Interest interest,
                Progress progress,
                ParallelReads reads) {
            this.folds = folds;
            this.sources = sources;
            this.interest = interest;
            this.progress = progress;
            this.reads = reads;
            this.bytes = sources.stream().mapToLong(Source::bytes).toArray();
            this.coverages = new @Nullable Coverage[bytes.length];
            this.failures = new @Nullable String[bytes.length];
        }

        void read(int number, int threads) {
            Queue<Part> used = new ConcurrentLinkedQueue<>();
            try {
                coverages[number] = sources.get(number).read(interest, () -> part(used), threads);
            } catch (DataException e) {
                failures[number] = String.valueOf(e.getMessage());
            } catch (CancellationException e) {
                throw e;
            } catch (RuntimeException e) {
                // A fault of ours costs one of many no more than damage does; of one alone, its trace is wanted.
                if (bytes.length == 1) {
                    throw e;
                }
                failures[number] = sources.get(number).origin().file() + " cannot be read: internal error: " + e;
            }
            // An interrupt also closes the file that is being read, which is no problem of the input.
            if (isCancelled()) {
                throw new CancellationException("stopped");
            }
            idle.addAll(used);
            finished(bytes[number]);
        }

        boolean isCancelled() {
            return caller.isInterrupted() || reads.isStopped();
        }

        private Part part(Queue<Part> used) {
            Part part = idle.poll();
            if (part == null) {
                part = new Part(this);
                parts.add(part);
            }
            used.add(part);
            return part;
        }

        private synchronized void finished(long size) {
            done++;
            doneBytes += size;
            progress.files(done, bytes.length, doneBytes, Arrays.stream(bytes).sum());
        }

        /** What was read and, so that a report says so, what was not; nothing where no input was read. */
        Coverage coverage() {
            boolean any = IntStream.range(0, bytes.length)
                    .anyMatch(i -> coverages[i] != null && sources.get(i).hasContent());
            if (!any && Arrays.stream(failures).anyMatch(Objects::nonNull)) {
                return Coverage.NONE;
            }
            List<Coverage.OfSource> found = new ArrayList<>();
            for (int i = 0; i < bytes.length; i++) {
                Coverage coverage = coverages[i];
                if (coverage != null) {
                    found.addAll(coverage.sources());
                } else {
                    found.add(Coverage.OfSource.unread(sources.get(i).origin(), bytes[i], String.valueOf(failures[i])));
                }
            }
            return new Coverage(found);
        }

        List<String> problems() {
            return Arrays.stream(failures).filter(Objects::nonNull).toList();
        }
    }

    private static List<Accumulator<?>> accumulators(List<? extends Fold<?>> folds) {
        return folds.stream().<Accumulator<?>>map(Accumulator::new).toList();
    }

    /**
     * What was gathered for one of those who asked, or would have asked for the same.
     *
     * @throws IllegalArgumentException if it was not folded
     */
    public <A> Folded<A> result(OfFold<A> of) {
        return new Folded<>(of(of), coverage);
    }

    @Override
    public <A> A ofPart(Fold<A> part) {
        return Accumulator.valueOf(folded.get(part), part);
    }

    /** What the inputs recorded, in their order; where one could be read, also which could not. */
    public Coverage coverage() {
        return coverage;
    }

    /** One line for each input that could not be read, in the order of the inputs; the others were read all the same. */
    public List<String> problems() {
        return problems;
    }

    /** What one thread folds. The laws of {@link Fold} let the parts be merged at the end. */
    private static final class Part implements SampleSink {
        /** Progress is reported once for this many samples. */
        private static final int STRIDE = 256;

        private final List<Accumulator<?>> accumulators;
        // Those that want a kind of sample, by its class.
        private final Map<Class<? extends Sample>, List<Accumulator<?>>> byKind = new HashMap<>();
        private @Nullable Class<? extends Sample> lastKind;
        private List<Accumulator<?>> last = List.of();
        private final Reading reading;
        private int unreported;

        private Part(Reading reading) {
            this.accumulators = accumulators(reading.folds);
            this.reading = reading;
        }

        @Override
        public void accept(Origin origin, Sample sample) {
            if (reading.isCancelled()) {
                throw new CancellationException("stopped");
            }
            if (++unreported == STRIDE) {
                reportRest();
            }
            if (sample.getClass() != lastKind) {
                lastKind = sample.getClass();
                last = byKind.computeIfAbsent(sample.getClass(), this::wanting);
            }
            // Not by an iterator: this is done for each of millions of samples.
            for (int i = 0; i < last.size(); i++) {
                last.get(i).add(origin, sample);
            }
        }

        @Override
        public boolean takes(Class<? extends StateParts> kind) {
            return accumulators.stream().anyMatch(accumulator -> accumulator.takes(kind));
        }

        @Override
        public void merge(String process, StateParts parts) {
            if (reading.isCancelled()) {
                throw new CancellationException("stopped");
            }
            accumulators.forEach(accumulator -> accumulator.add(process, parts));
        }

        private List<Accumulator<?>> wanting(Class<? extends Sample> kind) {
            return accumulators.stream()
                    .filter(accumulator -> accumulator.fold.interest().wants(kind))
                    .toList();
        }

        private void reportRest() {
            reading.progress.accept(unreported);
            unreported = 0;
        }
    }

    /** A fold and what it has gathered. */
    static final class Accumulator<A> {

        final Fold<A> fold;
        private A value;

        Accumulator(Fold<A> fold) {
            this.fold = fold;
            this.value = fold.empty();
        }

        void add(Origin origin, Sample sample) {
            fold.add(value, origin, sample);
        }

        /** Whether fold files hold what it gathers as parts of that type. */
        boolean takes(Class<? extends StateParts> type) {
            StateForm<A, ?> form = fold.form();
            return form != null && form.type() == type;
        }

        /**
         * Adds what a fold file has of a process.
         *
         * @throws IllegalArgumentException if that contradicts itself
         */
        void add(String process, StateParts parts) {
            StateForm<A, ?> form = fold.form();
            if (form != null && form.type().isInstance(parts)) {
                value = fold.merge(value, made(form, process, parts));
            }
        }

        private static <A, P extends StateParts> A made(StateForm<A, P> form, String process, StateParts parts) {
            return form.maker().apply(process, form.type().cast(parts));
        }

        /** This with all of the other, which is one of the same fold. */
        @SuppressWarnings("unchecked")
        Accumulator<A> with(Accumulator<?> other) {
            value = fold.merge(value, ((Accumulator<A>) other).value);
            return this;
        }

        /**
         * What the accumulator of a fold has gathered.
         *
         * @throws IllegalArgumentException if there is none
         */
        @SuppressWarnings("unchecked")
        static <A> A valueOf(@Nullable Accumulator<?> accumulator, Fold<A> fold) {
            if (accumulator == null) {
                throw new IllegalArgumentException("this was not folded: " + fold);
            }
            return (A) accumulator.value;
        }
    }
}
