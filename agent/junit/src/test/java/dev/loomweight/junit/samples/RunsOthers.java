package dev.loomweight.junit.samples;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.loomweight.junit.NoPins;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** A test that runs tests, as those of extensions do. */
class RunsOthers {

    @NoPins
    @Test
    void runs() {
        LauncherFactory.create()
                .execute(LauncherDiscoveryRequestBuilder.request()
                        .selectors(selectClass(Unannotated.class))
                        .build());
    }
}
