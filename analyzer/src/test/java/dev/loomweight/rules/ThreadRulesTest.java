package dev.loomweight.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.loomweight.rules.JmcRules.ThreadRules;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.openjdk.jmc.common.IMCThread;
import org.openjdk.jmc.flightrecorder.rules.IRule;
import org.openjdk.jmc.flightrecorder.rules.RuleRegistry;

/** Another version of Mission Control can have other rules. */
class ThreadRulesTest {

    private static final Set<String> THREADS = Set.of("EVENT_THREAD", "EVENT_THREAD_NAME", "CALLER");

    @Test
    void theRulesThatLookAtThreadsAreThese() {
        JavaClasses classes = new ClassFileImporter().importPackages("org.openjdk.jmc.flightrecorder.rules.jdk");
        Set<String> found = new TreeSet<>();
        for (IRule rule : RuleRegistry.getRules()) {
            String name = rule.getClass().getName();
            if (classes.stream().anyMatch(type -> isOrIsIn(type, name) && looksAtThreads(type))) {
                found.add(rule.getId());
            }
        }

        assertThat(RuleRegistry.getRules()).hasSizeGreaterThan(60);
        assertThat(found).isEqualTo(new TreeSet<>(ThreadRules.IDS));
    }

    private static boolean isOrIsIn(JavaClass type, String rule) {
        return type.getName().equals(rule) || type.getName().startsWith(rule + "$");
    }

    private static boolean looksAtThreads(JavaClass type) {
        return type.getFieldAccessesFromSelf().stream()
                        .anyMatch(access -> THREADS.contains(access.getTarget().getName()))
                || type.getDirectDependenciesFromSelf().stream()
                        .anyMatch(use -> use.getTargetClass().isEquivalentTo(IMCThread.class));
    }
}
