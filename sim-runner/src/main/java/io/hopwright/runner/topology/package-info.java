/** Networks of files and of families: how they are found, and what is reported of them. */
@Internal
package io.hopwright.runner.topology;

import io.hopwright.runner.support.Internal;
