package dev.loomweight.rules;

import dev.loomweight.input.recording.Secrets;
import dev.loomweight.input.recording.reader.ChunkedFile;
import dev.loomweight.input.recording.reader.WholeChunks;
import dev.loomweight.input.recording.reader.jmc.MissionControl;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.flightrecorder.CouldNotLoadRecordingException;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;
import org.openjdk.jmc.flightrecorder.parser.IEventSink;
import org.openjdk.jmc.flightrecorder.parser.IEventSinkFactory;
import org.openjdk.jmc.flightrecorder.parser.IParserExtension;
import org.openjdk.jmc.flightrecorder.parser.ParserExtensionRegistry;
import org.openjdk.jmc.flightrecorder.parser.ValueField;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.IRule;
import org.openjdk.jmc.flightrecorder.rules.Severity;
import org.openjdk.jmc.flightrecorder.rules.util.RulesToolkit;

/**
 * What the rules say of one recording.
 *
 * @param results the most severe first, then by identifier
 * @param failed one sentence for each rule that threw, by identifier
 * @param virtualThreads how many virtual threads the recording names
 * @param unreadBytes bytes of the file that are in no complete chunk, which were not passed to Mission Control
 * @param secrets events that can hold secrets and that Mission Control did not get, by their type
 */
record Evaluation(
        List<RuleResult> results,
        List<String> failed,
        int virtualThreads,
        long unreadBytes,
        Map<String, Long> secrets) {

    Evaluation {
        results = List.copyOf(results);
        failed = List.copyOf(failed);
        secrets = Map.copyOf(secrets);
    }

    /** How many rules came to some severity. */
    long count(Severity severity) {
        return results.stream().filter(result -> result.severity() == severity).count();
    }

    /** How many rules had nothing to say. */
    long notApplicable() {
        return results.stream().filter(result -> !result.applies()).count();
    }

    /** A recording that Mission Control cannot read, with the reason as the end of a sentence. */
    static final class UnreadableException extends Exception {
        private static final long serialVersionUID = 1;

        UnreadableException(String reason) {
            super(reason);
        }
    }

    /**
     * Loads the complete chunks of a recording and evaluates rules over them, in one thread per processor.
     *
     * @param file the recording
     * @param rules the rules
     * @param secrets whether the rules get events that can hold secrets, which they quote
     * @throws UnreadableException if Mission Control cannot read it, or the thread is interrupted
     */
    static Evaluation of(Path file, Collection<IRule> rules, Secrets secrets) throws UnreadableException {
        MissionControl.silenceLog();
        try {
            ChunkedFile recording = ChunkedFile.of(file);
            WholeChunks whole = WholeChunks.of(recording);
            NamedVirtualThreads virtual = new NamedVirtualThreads();
            SecretsLeftOut leftOut = new SecretsLeftOut();
            IItemCollection items =
                    load(whole, secrets == Secrets.SHOWN ? List.of(virtual) : List.of(virtual, leftOut));
            long read = whole.chunks().stream().mapToLong(chunk -> chunk.size()).sum();
            return evaluate(items, rules, virtual.count(), recording.bytes() - read, leftOut.counts());
        } catch (IOException | CouldNotLoadRecordingException | RuntimeException e) {
            throw new UnreadableException("it failed with " + e);
        } catch (OutOfMemoryError e) {
            throw new UnreadableException("it loads the complete recording into memory, which takes more than the "
                    + (Runtime.getRuntime().maxMemory() >> 20) + " MB that this JVM may use");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnreadableException("it was interrupted");
        }
    }

    private static IItemCollection load(WholeChunks whole, List<IParserExtension> own)
            throws IOException, CouldNotLoadRecordingException {
        List<IParserExtension> extensions = new ArrayList<>(ParserExtensionRegistry.getParserExtensions());
        extensions.addAll(own);
        try (InputStream in = whole.open()) {
            return JfrLoaderToolkit.loadEvents(in, extensions);
        }
    }

    private static Evaluation evaluate(
            IItemCollection items,
            Collection<IRule> rules,
            int virtualThreads,
            long unreadBytes,
            Map<String, Long> secrets)
            throws InterruptedException {
        Map<IRule, Future<IResult>> futures = RulesToolkit.evaluateParallel(
                rules, items, null, Runtime.getRuntime().availableProcessors());
        List<RuleResult> results = new ArrayList<>();
        List<String> failed = new ArrayList<>();
        for (IRule rule :
                rules.stream().sorted(Comparator.comparing(IRule::getId)).toList()) {
            Future<IResult> future = futures.get(rule);
            try {
                IResult result = future == null ? null : future.get();
                if (result == null) {
                    failed.add("The rule \"" + rule.getName() + "\" gave no result.");
                } else {
                    results.add(RuleResult.of(rule, result));
                }
            } catch (ExecutionException e) {
                failed.add("The rule \"" + rule.getName() + "\" failed with " + e.getCause() + ".");
            } catch (RuntimeException e) {
                failed.add("The texts of the rule \"" + rule.getName() + "\" failed with " + e + ".");
            }
        }
        results.sort(Comparator.comparing(
                RuleResult::severity, Comparator.comparingDouble(severity -> -severity.getLimit())));
        return new Evaluation(results, failed, virtualThreads, unreadBytes, secrets);
    }

    /**
     * Keeps events that can hold secrets from the rules while Mission Control loads a recording, since its texts quote
     * them. The events are left out and not masked: a rule that found no option in a mask would say that all is fine.
     */
    private static final class SecretsLeftOut implements IParserExtension {

        private final Map<String, Long> counts = new ConcurrentSkipListMap<>();

        /** How many events were left out, by their type. */
        Map<String, Long> counts() {
            return counts;
        }

        @Override
        public IEventSinkFactory getEventSinkFactory(IEventSinkFactory next) {
            return new IEventSinkFactory() {
                @Override
                public IEventSink create(
                        String type, String label, String[] category, String description, List<ValueField> fields) {
                    return Secrets.areIn(type)
                            ? values -> counts.merge(type, 1L, Long::sum)
                            : next.create(type, label, category, description, fields);
                }

                @Override
                public void flush() {
                    next.flush();
                }
            };
        }
    }
}
